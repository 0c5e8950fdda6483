/** The JSON bodies of requests and answers. */
package dev.sandpool.rest.model;

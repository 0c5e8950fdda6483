/** JSON in, read strictly; JSON out, with every member. */
package dev.sandpool.rest.json;

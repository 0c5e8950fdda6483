/** Multipart forms, part by part as they arrive. */
package dev.sandpool.rest.form;

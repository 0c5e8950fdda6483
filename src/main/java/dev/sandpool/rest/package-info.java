/** The REST door: JAX-RS resources under {@code /api/v1}, thin over the API. */
package dev.sandpool.rest;

/**
 * Who comes in by HTTP: one filter before all that can do anything, and the sandboxes as the caller
 * of a request has them.
 */
package dev.sandpool.rest.access;

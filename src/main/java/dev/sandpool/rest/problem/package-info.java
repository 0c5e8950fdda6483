/** Errors as RFC 9457 problems, driven by one table from codes to statuses. */
package dev.sandpool.rest.problem;

/**
 * Sandpool in a CDI container: settings from MicroProfile Config, a start with the application, and
 * sandboxes to inject.
 *
 * <p>{@code @Inject Sandbox} in a request scope is a sandbox of that request's own: borrowed when
 * it is first used, destroyed at the end of the request. {@code @Inject Sandboxes} is for sandboxes
 * that outlive a request.
 */
package dev.sandpool.cdi;

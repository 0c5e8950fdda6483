/**
 * Sandpool in a CDI container: settings from MicroProfile Config, a start with the application, and
 * sandboxes to inject.
 *
 * <p>{@code @Inject Sandbox} in a request scope is a sandbox of that request's own: borrowed when
 * it is first used, destroyed at the end of the request. {@link dev.sandpool.cdi.Pool} names other
 * pools and scopes, {@link dev.sandpool.cdi.WithSandbox} gives each call of a method its own.
 * {@code @Inject Sandboxes} is for sandboxes that outlive all that. What reaches the back end goes
 * through {@link dev.sandpool.cdi.GuardedSandboxes}.
 */
package dev.sandpool.cdi;

/**
 * The pool of warm sandboxes, and the handles that applications hold.
 *
 * <p>A {@link dev.sandpool.pool.SandboxPool} keeps fresh sandboxes only. What was borrowed is
 * destroyed, never returned: tenants must not meet. So the pool is a buffer ahead of creation, and
 * its hard part is to be refilled in time and in parallel, which {@link dev.sandpool.pool.Refiller}
 * does.
 */
package dev.sandpool.pool;

/**
 * The pool of warm sandboxes, and the handles that applications hold.
 *
 * <p>A {@link dev.sandpool.pool.SandboxPool} keeps fresh sandboxes only. What was borrowed is
 * destroyed, never returned: tenants must not meet. So the pool is a buffer ahead of creation. It
 * has two hard parts: to be refilled in time and in parallel, which {@link
 * dev.sandpool.pool.Refiller} does, and to give what there is to the right one of those that wait,
 * without ever having too many, which {@link dev.sandpool.pool.Admission} does.
 */
package dev.sandpool.pool;

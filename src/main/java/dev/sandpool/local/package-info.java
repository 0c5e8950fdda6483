/**
 * The development back end: sandboxes that are process trees on this machine.
 *
 * <h2>How a sandbox is isolated</h2>
 *
 * Each has user, mount, process, IPC, host name and (unless told otherwise) network namespaces of
 * its own, made by bubblewrap or by {@code unshare}. Its root is a read-only view of the host's
 * programs with a small {@code /etc}, and nothing else of the host. Process 1 only reaps orphans;
 * it gave up its capabilities before the first command came.
 *
 * <p>There are two user namespaces, one in the other. The outer one owns everything and was used to
 * build the root. The inner one maps user 1000 and owns nothing; commands run there, without
 * capabilities and unable to gain any. Both are, to the host, one unprivileged user: the JVM's own,
 * or, when the JVM is root, a number that nobody else has.
 *
 * <p>A command enters from outside with {@code nsenter}, so nothing inside has to be trusted to
 * start it, and its streams are pipes that nobody else has.
 *
 * <p>It isolates well enough to develop with; it is no substitute for a cluster. See {@link
 * dev.sandpool.local.LocalBackend}.
 */
package dev.sandpool.local;

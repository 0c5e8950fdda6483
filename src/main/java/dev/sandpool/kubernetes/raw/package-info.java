/**
 * Mode {@code raw}: each sandbox is one hardened Pod, on any cluster, with nothing installed in it.
 *
 * <p>All that is needed to find, adopt, expire and delete a sandbox stands in the labels and
 * annotations of its Pod; this process only keeps connections.
 */
package dev.sandpool.kubernetes.raw;

/** How bytes reach a claimed sandbox: through a router, a tunnel, or straight to its Pod. */
package dev.sandpool.kubernetes.claim.connect;

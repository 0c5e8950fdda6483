/**
 * How processes are started in a claimed sandbox, by the servers that its image may run. Each gives
 * a {@link dev.sandpool.backend.exec.Channel}, so that commands and files work alike on all.
 */
package dev.sandpool.kubernetes.claim.runtime;

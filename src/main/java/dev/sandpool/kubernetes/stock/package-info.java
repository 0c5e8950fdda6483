/**
 * Warm sandboxes as all replicas of a service share them: who is there, whose share is what, and
 * what becomes of the sandboxes of one that is gone.
 */
package dev.sandpool.kubernetes.stock;

/**
 * Sandboxes as claims on the agent-sandbox controller (kubernetes-sigs): it makes and warms them,
 * this back end claims, watches, renews and releases them.
 */
package dev.sandpool.kubernetes.claim;

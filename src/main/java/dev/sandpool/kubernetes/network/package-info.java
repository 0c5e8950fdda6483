/**
 * What Pods reach: allowed addresses and services, and the NetworkPolicies that hold them to it.
 *
 * <p>Whatever is allowed, nobody reaches into a Pod, and no Pod reaches the addresses at which
 * clouds give their machines credentials.
 */
package dev.sandpool.kubernetes.network;

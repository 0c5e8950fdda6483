/**
 * What both cluster modes share: the connection to the API server, the exec channel, the watch on
 * Pods, and words for API errors.
 */
package dev.sandpool.kubernetes;

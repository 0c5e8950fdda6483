/**
 * The container's clock for what only the clock brings. In the service only, not in the library.
 */
package dev.sandpool.timer;

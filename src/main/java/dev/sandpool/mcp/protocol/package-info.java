/**
 * The tools on the Java SDK of the Model Context Protocol: its messages, sessions and cancellation,
 * over any transport.
 */
package dev.sandpool.mcp.protocol;

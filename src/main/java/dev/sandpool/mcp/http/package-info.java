/** The Model Context Protocol over streamable HTTP, at {@code /mcp}. */
package dev.sandpool.mcp.http;

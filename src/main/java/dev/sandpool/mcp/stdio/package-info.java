/** The Model Context Protocol over standard input and output, one message a line. */
package dev.sandpool.mcp.stdio;

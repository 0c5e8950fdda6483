/**
 * What models can do in a sandbox: tools with their schemas, in plain Java. Nothing here knows how
 * a call arrived, so any binding of the Model Context Protocol can offer them.
 */
package dev.sandpool.mcp.tool;

/**
 * Sandboxes for LangGraph4j: nodes that give an agent the sandbox of its thread, found again from a
 * checkpoint. Needs {@code org.bsc.langgraph4j:langgraph4j-core} in the application; nothing else
 * of Sandpool does.
 */
package dev.sandpool.langgraph4j;

/**
 * Sandboxes for LangChain4j: tools that a model calls, one sandbox for each chat memory, and a
 * {@code CodeExecutionEngine}. Needs {@code dev.langchain4j:langchain4j-core} in the application;
 * nothing else of Sandpool does.
 */
package dev.sandpool.langchain4j;

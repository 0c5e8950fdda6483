/**
 * LangChain4j in a CDI container: beans of {@link dev.sandpool.langchain4j.SandboxTools} and {@link
 * dev.sandpool.langchain4j.SandboxCodeEngine}, and AI services that have these tools. Where
 * LangChain4j is not there, neither are the beans, and all else is as it would be.
 *
 * <p>The extension makes the beans; no class here or in the room above has an annotation that would
 * make a container load it.
 */
package dev.sandpool.langchain4j.cdi;

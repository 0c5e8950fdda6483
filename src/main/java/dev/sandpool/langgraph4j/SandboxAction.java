package dev.sandpool.langgraph4j;

import java.util.Map;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.state.AgentState;

/** What an agent does in a node, with a sandbox if it wants one. */
@FunctionalInterface
public interface SandboxAction<S extends AgentState> {

  /**
   * Works on the state, on a thread that may block.
   *
   * @param sandbox of the graph's thread; made at its first use
   * @return what changes in the state; the sandbox's id is added to it
   */
  Map<String, Object> apply(S state, RunnableConfig config, GraphSandbox sandbox) throws Exception;
}

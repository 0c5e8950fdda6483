package dev.sandpool.langgraph4j;

import static org.bsc.langgraph4j.state.AgentState.MARK_FOR_REMOVAL;

import dev.sandpool.CreateRequest;
import dev.sandpool.Sandboxes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.action.AsyncNodeActionWithConfig;
import org.bsc.langgraph4j.state.AgentState;

/**
 * Nodes of a graph that share a sandbox. Its id is in the state as {@value #SANDBOX_ID}, so that a
 * checkpoint has it, and whoever goes on from there, in this process or another, has the same
 * sandbox.
 *
 * <pre>{@code
 * var nodes = new SandboxNodes(sandboxes, CreateRequest.of("python"), executor);
 * new StateGraph<>(AgentState::new)
 *     .addNode("agent", nodes.agent((state, config, sandbox) ->
 *         Map.of("output", sandbox.get().execute("pytest -q").output())))
 *     .addEdge(START, "agent")
 *     .addEdge("agent", END)
 *     .compile(CompileConfig.builder().checkpointSaver(saver).build())
 *     .invoke(Map.of(), RunnableConfig.builder().threadId("conversation 7").build());
 * }</pre>
 *
 * <p>The id of the graph's thread is the key that the sandbox is kept under. Graphs without a
 * thread are found by the id in their state alone.
 *
 * <p>One that is gone is replaced, and {@link GraphSandbox#notice} tells the agent. A set-up node
 * is not needed: an agent's node acquires a sandbox when it first uses one. Nodes run on the
 * executor, and block there.
 */
public final class SandboxNodes {

  /** The key in the state of the sandbox's id. */
  public static final String SANDBOX_ID = "sandbox_id";

  /** The key in the state of what the next agent has to be told of the sandbox. */
  public static final String SANDBOX_NOTICE = "sandbox_notice";

  private final GraphSandboxes sandboxes;
  private final Executor executor;

  /**
   * Makes nodes.
   *
   * @param like the sandboxes to make: specification, tenant, labels and times; without a key
   * @param executor for what blocks; in a container, its {@code ManagedExecutorService}
   * @throws dev.sandpool.InvalidValueException if there is a key
   */
  public SandboxNodes(Sandboxes sandboxes, CreateRequest like, Executor executor) {
    this.sandboxes = new GraphSandboxes(sandboxes, like);
    this.executor = executor;
  }

  /** A node that acquires the sandbox, for graphs that want it before an agent runs. */
  public <S extends AgentState> AsyncNodeActionWithConfig<S> setUp() {
    return agent(
        (state, config, sandbox) -> {
          sandbox.get();
          return Map.of();
        });
  }

  /** A node in which an agent works. */
  public <S extends AgentState> AsyncNodeActionWithConfig<S> agent(SandboxAction<S> action) {
    return (state, config) ->
        CompletableFuture.supplyAsync(() -> run(action, state, config), executor);
  }

  /** A node that destroys the sandbox, for graphs that are done with it. */
  public <S extends AgentState> AsyncNodeActionWithConfig<S> tearDown() {
    return (state, config) ->
        CompletableFuture.supplyAsync(
            () -> {
              text(state, SANDBOX_ID).ifPresent(id -> sandboxes.end(id, config));
              return Map.of(SANDBOX_ID, MARK_FOR_REMOVAL, SANDBOX_NOTICE, MARK_FOR_REMOVAL);
            },
            executor);
  }

  private <S extends AgentState> Map<String, Object> run(
      SandboxAction<S> action, S state, RunnableConfig config) {
    Optional<String> known = text(state, SANDBOX_ID);
    GraphSandbox sandbox =
        new GraphSandbox(() -> sandboxes.acquire(known, config), text(state, SANDBOX_NOTICE));
    try {
      Map<String, Object> changes = new HashMap<>(action.apply(state, config, sandbox));
      sandbox.acquired().ifPresent(one -> changes.put(SANDBOX_ID, one.sandbox().id()));
      changes.put(
          SANDBOX_NOTICE, sandbox.untold().<Object>map(text -> text).orElse(MARK_FOR_REMOVAL));
      return changes;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new CompletionException(e);
    } finally {
      sandbox.release();
    }
  }

  private static Optional<String> text(AgentState state, String key) {
    return state.value(key).map(Object::toString);
  }
}

package dev.sandpool.langgraph4j;

import static dev.sandpool.langgraph4j.SandboxNodes.SANDBOX_ID;
import static dev.sandpool.langgraph4j.SandboxNodes.SANDBOX_NOTICE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bsc.langgraph4j.StateGraph.END;
import static org.bsc.langgraph4j.StateGraph.START;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.SessionsInMemory;
import dev.sandpool.pool.FakeBackend;
import dev.sandpool.pool.SessionBed;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.CompiledGraph;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.action.AsyncNodeActionWithConfig;
import org.bsc.langgraph4j.checkpoint.BaseCheckpointSaver;
import org.bsc.langgraph4j.checkpoint.FileSystemSaver;
import org.bsc.langgraph4j.checkpoint.MemorySaver;
import org.bsc.langgraph4j.serializer.std.ObjectStreamStateSerializer;
import org.bsc.langgraph4j.state.AgentState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs with a sandbox: when it is had, and which. */
class SandboxNodesTest {

  private static final CreateRequest LIKE = CreateRequest.of(SandboxSpec.DEFAULT_NAME);
  private static final SandboxAction<AgentState> WORK =
      (state, config, sandbox) ->
          Map.of("worked_in", sandbox.get().id(), "told", sandbox.notice().orElse("nothing"));

  private final FakeBackend backend = new FakeBackend();
  private final SessionStore store = new SessionsInMemory();
  private final SessionBed one = new SessionBed(backend, SessionBed.spec(), store);
  private final SessionBed other = new SessionBed(backend, SessionBed.spec(), store);
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final BaseCheckpointSaver memory = new MemorySaver();

  @TempDir Path directory;

  @AfterEach
  void close() {
    one.close();
    other.close();
    executor.shutdown();
  }

  private SandboxNodes nodes(SessionBed process) {
    return new SandboxNodes(process.sandboxes, LIKE, executor);
  }

  @SafeVarargs
  private static CompiledGraph<AgentState> graph(
      BaseCheckpointSaver saver, AsyncNodeActionWithConfig<AgentState>... actions)
      throws Exception {
    StateGraph<AgentState> graph = new StateGraph<>(AgentState::new);
    String last = START;
    for (int i = 0; i < actions.length; i++) {
      graph.addNode("node" + i, actions[i]);
      graph.addEdge(last, "node" + i);
      last = "node" + i;
    }
    graph.addEdge(last, END);
    return graph.compile(CompileConfig.builder().checkpointSaver(saver).build());
  }

  private static AgentState run(CompiledGraph<AgentState> graph, String thread) {
    return run(graph, thread, Map.of());
  }

  private static AgentState run(
      CompiledGraph<AgentState> graph, String thread, Map<String, Object> input) {
    return graph.invoke(input, RunnableConfig.builder().threadId(thread).build()).orElseThrow();
  }

  private static String text(AgentState state, String key) {
    return state.<String>value(key).orElse("none");
  }

  @Test
  void agentHasTheSandboxThatWasSetUp() throws Exception {
    AgentState end = run(graph(memory, nodes(one).setUp(), nodes(one).agent(WORK)), "7");

    assertThat(text(end, SANDBOX_ID)).isEqualTo(text(end, "worked_in"));
    assertThat(text(end, "told")).isEqualTo("nothing");
    assertThat(backend.list()).extracting(info -> info.key().orElse("")).containsExactly("7");
  }

  @Test
  void agentThatUsesNoneHasNone() throws Exception {
    AgentState end =
        run(graph(memory, nodes(one).agent((state, config, sandbox) -> Map.of("a", 1))), "7");

    assertThat(end.data()).doesNotContainKeys(SANDBOX_ID, SANDBOX_NOTICE);
    assertThat(backend.list()).isEmpty();
  }

  @Test
  void sameThreadHasTheSameSandboxAndAnotherOneDoesNot() throws Exception {
    CompiledGraph<AgentState> graph = graph(memory, nodes(one).agent(WORK));

    String first = text(run(graph, "7"), SANDBOX_ID);

    assertThat(text(run(graph, "7"), SANDBOX_ID)).isEqualTo(first);
    assertThat(text(run(graph, "8"), SANDBOX_ID)).isNotEqualTo(first);
  }

  @Test
  void anotherProcessGoesOnFromTheCheckpointInTheSameSandbox() throws Exception {
    AgentState before = run(graph(onDisk(), nodes(one).agent(WORK)), "7");
    CompiledGraph<AgentState> again = graph(onDisk(), nodes(other).agent(WORK));

    Optional<String> kept =
        again.getState(RunnableConfig.builder().threadId("7").build()).state().value(SANDBOX_ID);
    AgentState after = run(again, "7");

    assertThat(kept).hasValue(text(before, SANDBOX_ID));
    assertThat(text(after, "worked_in")).isEqualTo(text(before, "worked_in"));
    assertThat(text(after, "told")).isEqualTo("nothing");
    assertThat(backend.list()).hasSize(1);
  }

  private FileSystemSaver onDisk() {
    return new FileSystemSaver(directory, new ObjectStreamStateSerializer<>(AgentState::new));
  }

  @Test
  void agentIsToldOnceThatTheSandboxOfTheCheckpointIsGone() throws Exception {
    CompiledGraph<AgentState> graph = graph(memory, nodes(one).agent(WORK));
    String first = text(run(graph, "7"), SANDBOX_ID);
    one.sandboxes.delete(first);

    AgentState told = run(graph, "7");
    AgentState next = run(graph, "7");

    assertThat(text(told, "told")).startsWith("The sandbox is a new one").contains("are gone");
    assertThat(text(told, SANDBOX_ID)).isNotEqualTo(first);
    assertThat(text(next, "told")).isEqualTo("nothing");
    assertThat(text(next, SANDBOX_ID)).isEqualTo(text(told, SANDBOX_ID));
  }

  @Test
  void agentIsToldWhatTheSetUpFoundOut() throws Exception {
    CompiledGraph<AgentState> graph = graph(memory, nodes(one).setUp(), nodes(one).agent(WORK));
    one.sandboxes.delete(text(run(graph, "7"), SANDBOX_ID));

    AgentState told = run(graph, "7");

    assertThat(text(told, "told")).startsWith("The sandbox is a new one");
    assertThat(told.data()).doesNotContainKey(SANDBOX_NOTICE);
  }

  /** Somebody else asked for the key in between, and so was the one to hear of the replacement. */
  @Test
  void agentIsToldWhereOthersSawTheReplacementFirst() throws Exception {
    CompiledGraph<AgentState> graph = graph(memory, nodes(one).agent(WORK));
    String first = text(run(graph, "7"), SANDBOX_ID);
    one.sandboxes.delete(first);
    other.sandboxes.getOrCreate("7").sandbox().close();

    assertThat(text(run(graph, "7"), "told")).contains(first);
  }

  @Test
  void idInTheInputOpensNobodyElsesSandbox() throws Exception {
    CompiledGraph<AgentState> graph = graph(memory, nodes(one).agent(WORK));
    String hers = text(run(graph, "her"), SANDBOX_ID);

    AgentState his = run(graph, "him", Map.of(SANDBOX_ID, hers));

    assertThat(text(his, "worked_in")).isNotEqualTo(hers);
  }

  @Test
  void graphWithoutAThreadIsFoundByItsIdWithinItsTenant() throws Exception {
    CompiledGraph<AgentState> graph = without(LIKE);
    String first = text(graph.invoke(Map.of()).orElseThrow(), SANDBOX_ID);

    AgentState again = graph.invoke(Map.of(SANDBOX_ID, first)).orElseThrow();
    AgentState stranger =
        without(LIKE.withTenant("other")).invoke(Map.of(SANDBOX_ID, first)).orElseThrow();

    assertThat(text(again, "worked_in")).isEqualTo(first);
    assertThat(text(stranger, "worked_in")).isNotEqualTo(first);
    assertThat(text(stranger, "told")).startsWith("The sandbox is a new one");
  }

  private CompiledGraph<AgentState> without(CreateRequest like) throws Exception {
    return new StateGraph<>(AgentState::new)
        .addNode("agent", new SandboxNodes(one.sandboxes, like, executor).agent(WORK))
        .addEdge(START, "agent")
        .addEdge("agent", END)
        .compile();
  }

  @Test
  void tearDownEndsTheSandboxOfItsOwnThreadOnly() throws Exception {
    CompiledGraph<AgentState> graph = graph(memory, nodes(one).agent(WORK));
    String hers = text(run(graph, "her"), SANDBOX_ID);
    run(graph, "him");
    CompiledGraph<AgentState> end = graph(memory, nodes(one).tearDown());

    run(end, "her", Map.of(SANDBOX_ID, text(run(graph, "him"), SANDBOX_ID)));
    assertThat(backend.list()).hasSize(2);
    AgentState ended = run(end, "her", Map.of(SANDBOX_ID, hers));

    assertThat(backend.list()).extracting(info -> info.key().orElse("")).containsExactly("him");
    assertThat(ended.data()).doesNotContainKey(SANDBOX_ID);
  }

  @Test
  void whatTheAgentThrowsComesOut() throws Exception {
    SandboxAction<AgentState> broken =
        (state, config, sandbox) -> {
          throw new java.io.IOException("no model");
        };

    assertThatThrownBy(() -> run(graph(memory, nodes(one).agent(broken)), "7"))
        .hasStackTraceContaining("no model");
  }

  @Test
  void keyIsTheThreadsAlone() {
    assertThatThrownBy(() -> new SandboxNodes(one.sandboxes, LIKE.withKey("mine"), executor))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("key");
  }
}

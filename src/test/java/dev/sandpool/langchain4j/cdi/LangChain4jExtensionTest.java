package dev.sandpool.langchain4j.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.code.CodeExecutionEngine;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import dev.sandpool.backend.SessionsInMemory;
import dev.sandpool.langchain4j.ConversationRequests;
import dev.sandpool.langchain4j.MemoryKeys;
import dev.sandpool.langchain4j.SandboxCodeEngine;
import dev.sandpool.langchain4j.SandboxTools;
import dev.sandpool.langchain4j.ScriptedModel;
import dev.sandpool.pool.FakeBackend;
import dev.sandpool.pool.SessionBed;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Named;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Beans for LangChain4j in Weld SE. */
class LangChain4jExtensionTest {

  private static final String RUN = "run_command {\"command\": \"true\"}";

  private static final FakeBackend BACKEND = new FakeBackend();
  private static final SessionBed BED =
      new SessionBed(BACKEND, SessionBed.spec(), new SessionsInMemory());

  @AfterEach
  void deleteAll() {
    BED.sandboxes.list().forEach(each -> BED.sandboxes.delete(each.id()));
  }

  private static SeContainer open(Class<?>... application) {
    return SeContainerInitializer.newInstance()
        .disableDiscovery()
        .addExtensions(new LangChain4jExtension())
        .addBeanClasses(Pools.class)
        .addBeanClasses(application)
        .initialize();
  }

  @Test
  void toolsAreFoundByTypeAndNameAndAreNoProxies() {
    try (SeContainer container = open()) {
      SandboxTools tools = container.select(SandboxTools.class).get();

      assertThat(container.select(Object.class, NamedLiteral.of("sandboxTools")).get())
          .isSameAs(tools);
      assertThat(ToolSpecifications.toolSpecificationsFrom(tools)).hasSize(7);
    }
  }

  @Test
  void codeEngineIsFoundByItsInterface() {
    try (SeContainer container = open()) {
      assertThat(container.select(CodeExecutionEngine.class).get())
          .isInstanceOf(SandboxCodeEngine.class)
          .isSameAs(container.select(Object.class, NamedLiteral.of("sandboxCodeEngine")).get());
      assertThat(container.select(CodeExecutionEngine.class).get().execute("1"))
          .isEqualTo("[no output]");
      assertThat(BED.sandboxes.list()).isEmpty();
    }
  }

  @Test
  void aiServiceHasASandboxForEachConversation() {
    try (SeContainer container = open(Assistant.class, Models.class)) {
      Assistant assistant = container.select(Assistant.class).get();

      assertThat(assistant.chat("a", RUN)).isEqualTo("[no output]");
      assistant.chat("a", RUN);
      assistant.chat("b", RUN);

      assertThat(BED.sandboxes.list())
          .extracting(info -> info.key().orElseThrow())
          .containsExactlyInAnyOrder("a", "b");
    }
  }

  @Test
  void aiServiceTakesTheModelItNames() {
    try (SeContainer container = open(Named7.class, Models.class, NamedModels.class)) {
      container.select(Named7.class).get().chat("a", RUN);

      assertThat(NamedModels.MODEL.tools()).hasSize(7);
    }
  }

  @Test
  void applicationSaysWhoseConversationsAre() {
    try (SeContainer container = open(Assistant.class, Models.class, Tenants.class)) {
      container.select(Assistant.class).get().chat("a", RUN);

      assertThat(BED.sandboxes.list()).extracting(SandboxInfo::tenant).containsExactly("acme");
    }
  }

  @Test
  void deploymentFailsWithoutAModelOrMemories() {
    assertThatThrownBy(() -> open(Assistant.class).close())
        .hasStackTraceContaining(Assistant.class.getName())
        .hasStackTraceContaining("needs a bean of " + ChatModel.class.getName());
    assertThatThrownBy(() -> open(Named7.class, Models.class).close())
        .hasStackTraceContaining("named 'seven'");
  }

  @Test
  void deploymentFailsForAClass() {
    assertThatThrownBy(() -> open(NoInterface.class, Models.class).close())
        .hasStackTraceContaining(NoInterface.class.getName() + ", which is no interface");
  }

  /** What the application has of Sandpool. */
  @Dependent
  static class Pools {
    @Produces
    @ApplicationScoped
    Sandboxes sandboxes() {
      return BED.sandboxes;
    }
  }

  /** What it has of LangChain4j. */
  @Dependent
  static class Models {
    @Produces
    @ApplicationScoped
    ChatModel model() {
      return new ScriptedModel();
    }

    @Produces
    @ApplicationScoped
    ChatMemoryProvider memories() {
      return id -> MessageWindowChatMemory.withMaxMessages(10);
    }
  }

  /** A model beside it. */
  @Dependent
  static class NamedModels {
    static final ScriptedModel MODEL = new ScriptedModel();

    @Produces
    @Named("seven")
    @ApplicationScoped
    ChatModel model() {
      return MODEL;
    }
  }

  /** Whose conversations they are. */
  @ApplicationScoped
  static class Tenants implements ConversationRequests {
    @Override
    public CreateRequest of(Object memoryId) {
      return CreateRequest.keyed(MemoryKeys.of(memoryId)).withTenant("acme");
    }
  }

  /** A service. */
  @SandboxAiService
  public interface Assistant {
    /** Chats. */
    String chat(@MemoryId String conversation, @UserMessage String text);
  }

  /** A service with a model of its own. */
  @SandboxAiService(chatModel = "seven")
  public interface Named7 {
    /** Chats. */
    String chat(@MemoryId String conversation, @UserMessage String text);
  }

  /** None. */
  @SandboxAiService
  static class NoInterface {}
}

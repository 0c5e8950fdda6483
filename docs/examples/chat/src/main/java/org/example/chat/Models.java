package org.example.chat;

import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The model that the settings name, and what it remembers of each thread. */
@ApplicationScoped
public class Models {

  @Inject
  @ConfigProperty(name = "chat.model")
  String kind;

  @Inject
  @ConfigProperty(name = "chat.openai.base-url")
  String baseUrl;

  @Inject
  @ConfigProperty(name = "chat.openai.model-name")
  String modelName;

  @Inject
  @ConfigProperty(name = "chat.openai.api-key")
  String apiKey;

  @Inject
  @ConfigProperty(name = "chat.openai.timeout-seconds")
  long timeoutSeconds;

  /** Who answers. */
  @Produces
  @ApplicationScoped
  ChatModel model() {
    return switch (kind) {
      case "scripted" -> new ScriptedModel();
      case "openai" ->
          OpenAiChatModel.builder()
              .baseUrl(baseUrl)
              .modelName(modelName)
              .apiKey(apiKey)
              .timeout(Duration.ofSeconds(timeoutSeconds))
              .build();
      default ->
          throw new IllegalArgumentException(
              "chat.model: '" + kind + "' cannot be used; give scripted or openai");
    };
  }

  /** The last of what was said, in this process; other replicas want a store for it. */
  @Produces
  @ApplicationScoped
  ChatMemoryProvider memories() {
    return threadId -> MessageWindowChatMemory.withMaxMessages(50);
  }
}

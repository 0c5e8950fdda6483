package org.example.chat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import jakarta.json.Json;
import java.util.List;

/** In a model's place, for tests: runs each message as a command, and says what came out. */
final class ScriptedModel implements ChatModel {

  @Override
  public ChatResponse doChat(ChatRequest request) {
    List<ChatMessage> messages = request.messages();
    ChatMessage last = messages.get(messages.size() - 1);
    AiMessage answer =
        last instanceof ToolExecutionResultMessage result
            ? AiMessage.from("It printed: " + result.text())
            : run(((UserMessage) last).singleText());
    return ChatResponse.builder().aiMessage(answer).build();
  }

  private static AiMessage run(String command) {
    String arguments = Json.createObjectBuilder().add("command", command).build().toString();
    return AiMessage.from(
        ToolExecutionRequest.builder()
            .id("call-1")
            .name("run_command")
            .arguments(arguments)
            .build());
  }
}

package dev.sandpool.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;

/**
 * A model that calls one tool for each message, which is the tool's name, a space and its arguments
 * in JSON, and says what the tool answered.
 */
public final class ScriptedModel implements ChatModel {

  private volatile List<ToolSpecification> tools = List.of();

  /** The tools it was offered last. */
  public List<ToolSpecification> tools() {
    return tools;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    tools = request.toolSpecifications();
    var last = request.messages().get(request.messages().size() - 1);
    AiMessage answer =
        last instanceof ToolExecutionResultMessage result
            ? AiMessage.from(result.text())
            : call(((dev.langchain4j.data.message.UserMessage) last).singleText());
    return ChatResponse.builder().aiMessage(answer).build();
  }

  private static AiMessage call(String text) {
    String[] parts = text.split(" ", 2);
    return AiMessage.from(
        ToolExecutionRequest.builder().id("1").name(parts[0]).arguments(parts[1]).build());
  }
}

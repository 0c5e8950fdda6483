package org.example.chat;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.SystemMessage;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.memory.ChatMemoryAccess;
import dev.sandpool.langchain4j.cdi.SandboxAiService;

/** The model with its tools; the thread is both its memory and its sandbox. */
@SandboxAiService
public interface Assistant extends ChatMemoryAccess {

  /** Answers a message of a thread. */
  @SystemMessage(
      "You have an isolated Linux sandbox without network, for this conversation alone. Its files"
          + " stay from one message to the next. Run code rather than guess, and say what it gave.")
  String chat(@MemoryId String threadId, @UserMessage String message);
}

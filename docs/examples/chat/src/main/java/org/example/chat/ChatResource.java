package org.example.chat;

import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** A chat for each thread, with a sandbox that keeps its files. */
@Path("/chat/{threadId}")
@RequestScoped
public class ChatResource {

  @Inject Assistant assistant;

  @Inject Sandboxes sandboxes;

  @PathParam("threadId")
  String threadId;

  /** Says something, and gets the answer when all tools that it took have run. */
  @POST
  @Consumes(MediaType.TEXT_PLAIN)
  @Produces(MediaType.TEXT_PLAIN)
  public String chat(String message) {
    return assistant.chat(threadId, message);
  }

  /** Ends the thread: its sandbox and what was said. */
  @DELETE
  public void end() {
    assistant.evictChatMemory(threadId);
    try (Sandbox sandbox = sandboxes.getOrCreate(threadId).sandbox()) {
      sandboxes.delete(sandbox.id());
    }
  }
}

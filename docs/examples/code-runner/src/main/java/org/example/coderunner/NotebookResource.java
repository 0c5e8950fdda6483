package org.example.coderunner;

import dev.sandpool.Acquired;
import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import dev.sandpool.cdi.Conversation;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/**
 * A sandbox for each conversation, which keeps its files for as long as somebody comes back. The
 * header {@code X-Conversation-Id} says which, or the path.
 */
@Path("/notebook")
@RequestScoped
public class NotebookResource {

  @Inject
  @Conversation(pool = "python", idleTtl = "30m")
  Sandbox sandbox;

  @Inject
  @Conversation(pool = "python", idleTtl = "30m")
  Instance<Acquired> acquired;

  @Inject Sandboxes sandboxes;

  /** Runs code. The caller is told whether files of the last time are there. */
  @POST
  @Consumes(MediaType.TEXT_PLAIN)
  @Produces(MediaType.APPLICATION_JSON)
  public Response run(String code) {
    sandbox.files().write("/workspace/main.py", code);
    Answer answer = Answer.of(sandbox.execute("python3 main.py"));
    return Response.ok(answer).header("X-Sandbox", acquired.get().origin()).build();
  }

  /** The same for clients that have the conversation in the path. */
  @POST
  @Path("/{conversation}")
  @Consumes(MediaType.TEXT_PLAIN)
  @Produces(MediaType.APPLICATION_JSON)
  public Response runByPath(String code) {
    return run(code);
  }

  /** Ends the conversation, and with it its files. */
  @DELETE
  public void end() {
    sandboxes.delete(sandbox.id());
  }

  /** The same for clients that have the conversation in the path. */
  @DELETE
  @Path("/{conversation}")
  public void endByPath() {
    end();
  }
}

package org.example.coderunner;

import dev.sandpool.cdi.NoConversationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** A request that does not say which conversation it belongs to is its caller's to mend. */
@Provider
public class NoConversationMapper implements ExceptionMapper<NoConversationException> {

  @Override
  public Response toResponse(NoConversationException failure) {
    return Response.status(Response.Status.BAD_REQUEST)
        .type(MediaType.TEXT_PLAIN)
        .entity("Name your conversation by the header X-Conversation-Id")
        .build();
  }
}

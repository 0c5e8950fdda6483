package org.example.coderunner;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.concurrent.CompletionStage;

/** Answers with a file that code has made. */
@Path("/drawings")
@RequestScoped
public class DrawingResource {

  @Inject Drawings drawings;

  @POST
  @Consumes(MediaType.TEXT_PLAIN)
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public CompletionStage<byte[]> draw(String code) {
    return drawings.draw(code, null);
  }
}

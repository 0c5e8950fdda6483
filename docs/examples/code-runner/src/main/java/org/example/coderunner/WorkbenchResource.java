package org.example.coderunner;

import dev.sandpool.Sandbox;
import dev.sandpool.cdi.Pool;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;

/**
 * A user's own sandbox, which keeps its files from one request to the next until the session ends.
 */
@Path("/workbench")
@RequestScoped
public class WorkbenchResource {

  @Inject
  @Pool(value = "python", scope = SessionScoped.class)
  Sandbox sandbox;

  @PUT
  @Path("/files/{name}")
  public void upload(@PathParam("name") String name, InputStream content) throws IOException {
    sandbox.files().upload("/workspace/" + name, content);
  }

  @GET
  @Path("/files/{name}")
  @Produces(MediaType.APPLICATION_OCTET_STREAM)
  public byte[] download(@PathParam("name") String name) {
    return sandbox.files().readBytes("/workspace/" + name);
  }

  @POST
  @Path("/run")
  @Consumes(MediaType.TEXT_PLAIN)
  @Produces(MediaType.APPLICATION_JSON)
  public Answer run(String command) {
    return Answer.of(sandbox.execute(command));
  }

  @DELETE
  public void leave(@Context HttpServletRequest request) {
    request.getSession().invalidate();
  }
}

package org.example.coderunner;

import dev.sandpool.Sandbox;
import dev.sandpool.cdi.Pool;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/**
 * Runs code in a sandbox of the request's own. Of the two, only the one that is used is borrowed.
 */
@Path("/run")
@RequestScoped
@Consumes(MediaType.TEXT_PLAIN)
@Produces(MediaType.APPLICATION_JSON)
public class RunResource {

  @Inject
  @Pool("python")
  Sandbox python;

  @Inject
  @Pool("shell")
  Sandbox shell;

  @POST
  @Path("/python")
  public Answer python(String code) {
    python.files().write("/workspace/main.py", code);
    return Answer.of(python.execute("python3 main.py"));
  }

  @POST
  @Path("/sh")
  public Answer sh(String code) {
    return Answer.of(shell.execute(code));
  }
}

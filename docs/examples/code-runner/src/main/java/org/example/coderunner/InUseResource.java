package org.example.coderunner;

import dev.sandpool.SandboxInfo;
import dev.sandpool.Sandboxes;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** Which sandboxes are in somebody's hands now. */
@Path("/in-use")
@RequestScoped
public class InUseResource {

  @Inject Sandboxes sandboxes;

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public List<String> ids() {
    return sandboxes.list().stream().map(SandboxInfo::id).toList();
  }
}

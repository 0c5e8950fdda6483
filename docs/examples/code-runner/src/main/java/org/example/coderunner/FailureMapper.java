package org.example.coderunner;

import dev.sandpool.SandboxException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Set;

/** What went wrong, in words; these are written to be shown. */
@Provider
public class FailureMapper implements ExceptionMapper<SandboxException> {

  /** Those that pass by waiting. */
  private static final Set<String> BUSY =
      Set.of("pool_exhausted", "overloaded", "backend_unavailable");

  @Override
  public Response toResponse(SandboxException failure) {
    return Response.status(BUSY.contains(failure.code()) ? 503 : 502)
        .type(MediaType.TEXT_PLAIN)
        .entity(failure.getMessage())
        .build();
  }
}

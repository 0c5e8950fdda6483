package dev.sandpool.rest.model;

import dev.sandpool.ExecRequest;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A command to start in the background. All but the command may be null.
 *
 * @param command script for the shell
 * @param cwd where it starts
 * @param env variables
 * @param stdin all of its standard input; null leaves it open for more
 */
@Schema(name = "StartProcess")
public record StartBody(
    @Schema(
            required = true,
            description = "Script for /bin/sh",
            examples = "\"python3 -m http.server 8000\"")
        String command,
    @Schema(description = "Absolute path where it starts") String cwd,
    @Schema(description = "Variables added to the sandbox's") Map<String, String> env,
    @Schema(description = "All of its standard input; without it, more can be written later")
        String stdin) {

  /**
   * The request in Java.
   *
   * @throws dev.sandpool.rest.problem.RestException if a value can never work
   */
  public ExecRequest toRequest() {
    return new ExecBody(command, null, cwd, env, stdin, null).toRequest();
  }
}

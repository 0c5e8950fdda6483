package dev.sandpool.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The official clients of other languages, where there are any: {@code SANDPOOL_MCP_PYTHON} is a
 * Python that has {@code mcp}, {@code SANDPOOL_MCP_NODE} a directory in which {@code npm install
 * @modelcontextprotocol/sdk} was run.
 */
@Tag("service")
class OtherClientsIT {

  private static final Path SCRIPTS = Path.of("src/test/resources/dev/sandpool/mcp");

  /** A client and what starts it. */
  enum Client {
    PYTHON("SANDPOOL_MCP_PYTHON", "client.py") {
      @Override
      List<String> command(String place) {
        return List.of(place, script());
      }
    },
    TYPESCRIPT("SANDPOOL_MCP_NODE", "client.mjs") {
      @Override
      List<String> command(String place) {
        return List.of("node", script());
      }
    };

    private final String variable;
    private final String file;

    Client(String variable, String file) {
      this.variable = variable;
      this.file = file;
    }

    abstract List<String> command(String place);

    String script() {
      return SCRIPTS.resolve(file).toString();
    }

    List<String> command() {
      return Optional.ofNullable(System.getenv(variable))
          .map(this::command)
          .orElseGet(
              () -> {
                String why = variable + " is not set, see docs/development.md";
                assertThat(System.getenv("CI")).as(why).isNotEqualTo("true");
                System.err.println("SKIPPED: the " + this + " client of MCP. " + why);
                return abort(why);
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void worksOverHttp(Client client) throws Exception {
    run(
        client,
        "http://%s:%s/mcp"
            .formatted(
                System.getProperty("microshed_hostname"),
                System.getProperty("microshed_http_port")));
  }

  @ParameterizedTest
  @EnumSource
  void worksOverStandardInputAndOutput(Client client) throws Exception {
    run(
        client,
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-jar",
        "target/sandpool-cli.jar",
        "mcp",
        "--mode=local");
  }

  private static void run(Client client, String... target)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(client.command());
    command.addAll(List.of(target));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(out).isZero();
    assertThat(out).endsWith("OK\n");
  }
}

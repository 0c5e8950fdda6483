package dev.sandpool.kubernetes.claim.runtime;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp.Answer;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp.Ask;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp.CallHolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.RequestBody;

/**
 * {@code POST /execute} of the legacy runtime, for programs that may be run twice.
 *
 * <p>It waits for the program and all that holds its streams, and takes output for UTF-8: with
 * anything else all of it is lost. It answers 200 always, and with exit code 1 and a sentence on
 * standard error where it could not run the program.
 */
final class LegacyExecute {

  private static final MediaType JSON = MediaType.get("application/json");
  private static final Gson GSON = new Gson();

  /** One attempt; the programs themselves take at most two seconds. */
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final int ATTEMPTS = 3;

  /** Exit codes above it are a shell's for signals. */
  private static final int SIGNALS = 128;

  private final SandboxHttp http;

  LegacyExecute(SandboxHttp http) {
    this.http = http;
  }

  /**
   * Runs a program.
   *
   * @param patience how long to try where the sandbox can't be reached
   * @return its standard output
   * @throws IOException if it can't be reached, or the program did not end with 0; says why
   */
  String run(List<String> argv, Duration patience, CallHolder calls) throws IOException {
    Result result = execute(argv, patience, calls);
    // Killed: what runs in the sandbox may kill whatever it reaches.
    for (int i = 1; i < ATTEMPTS && result.wasKilled(); i++) {
      result = execute(argv, patience, calls);
    }
    if (result.exit_code != 0) {
      throw new IOException(
          "the sandbox's runtime ran no command: " + SandboxHttp.shown(result.error()));
    }
    return result.stdout;
  }

  private Result execute(List<String> argv, Duration patience, CallHolder calls)
      throws IOException {
    String json = GSON.toJson(Map.of("command", ShellWords.join(argv)));
    RequestBody body = RequestBody.create(json.getBytes(StandardCharsets.UTF_8), JSON);
    Answer answer = http.send(Ask.post("execute", body, TIMEOUT).repeatable(patience), calls);
    if (answer.status() != 200) {
      throw new IOException(
          "the sandbox's runtime answered with HTTP "
              + answer.status()
              + ": "
              + SandboxHttp.shown(answer.body()));
    }
    return read(answer.body());
  }

  private static Result read(byte[] body) throws IOException {
    try {
      Result result = GSON.fromJson(new String(body, StandardCharsets.UTF_8), Result.class);
      if (result == null || result.stdout == null || result.exit_code == null) {
        throw new JsonParseException("incomplete");
      }
      return result;
    } catch (JsonParseException e) {
      throw new IOException(
          "what answers in the sandbox is no runtime: " + SandboxHttp.shown(body), e);
    }
  }

  /** The answer, by the names of its members. */
  private static final class Result {
    private String stdout;
    private String stderr;
    private Integer exit_code;

    /** By a signal, as Python tells it or as a shell does. */
    private boolean wasKilled() {
      return exit_code < 0 || exit_code > SIGNALS;
    }

    private byte[] error() {
      String text = stderr == null || stderr.isEmpty() ? "exit code " + exit_code : stderr;
      return text.getBytes(StandardCharsets.UTF_8);
    }
  }
}

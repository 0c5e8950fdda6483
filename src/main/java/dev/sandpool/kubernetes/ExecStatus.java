package dev.sandpool.kubernetes;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import dev.sandpool.backend.exec.ChannelEnd;
import io.kubernetes.client.openapi.models.V1Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * Reads the final status of an exec stream: a {@code v1.Status}, {@code Success}, or {@code
 * Failure} with the exit code in the cause {@code ExitCode}. A failure without one is not the
 * command's.
 */
final class ExecStatus {

  private static final Gson GSON = new Gson();
  private static final int LONGEST_BODY = 4096;

  private ExecStatus() {}

  static ChannelEnd read(byte[] json) {
    try {
      V1Status status = GSON.fromJson(new String(json, StandardCharsets.UTF_8), V1Status.class);
      if ("Success".equals(status.getStatus())) {
        return ChannelEnd.exited(0);
      }
      return exitCode(status)
          .map(ChannelEnd::exited)
          .orElseGet(() -> ChannelEnd.broken(new IOException(status.getMessage())));
    } catch (JsonParseException | NumberFormatException e) {
      return ChannelEnd.broken(new IOException("the exec status cannot be read", e));
    }
  }

  /** Why the API server refused to open the stream. */
  static IOException refusal(Response response) {
    try (ResponseBody body = response.peekBody(LONGEST_BODY)) {
      V1Status status = GSON.fromJson(body.string(), V1Status.class);
      String text =
          Optional.ofNullable(status).map(V1Status::getMessage).orElse(response.message());
      return new IOException("HTTP " + response.code() + ": " + text);
    } catch (IOException | JsonParseException e) {
      return new IOException("HTTP " + response.code() + " " + response.message(), e);
    }
  }

  private static Optional<Integer> exitCode(V1Status status) {
    if (status.getDetails() == null) {
      return Optional.empty();
    }
    return Optional.ofNullable(status.getDetails().getCauses()).orElse(List.of()).stream()
        .filter(cause -> "ExitCode".equals(cause.getReason()))
        .map(cause -> Integer.valueOf(cause.getMessage()))
        .findFirst();
  }
}

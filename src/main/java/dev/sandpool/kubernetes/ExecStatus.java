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
      return end(GSON.fromJson(new String(json, StandardCharsets.UTF_8), V1Status.class));
    } catch (JsonParseException | NumberFormatException e) {
      return unreadable(e);
    }
  }

  /** Why the API server refused to open the stream. */
  static IOException refusal(Response response) {
    try (ResponseBody body = response.peekBody(LONGEST_BODY)) {
      V1Status status = GSON.fromJson(body.string(), V1Status.class);
      String text =
          Optional.ofNullable(status).map(V1Status::getMessage).orElse(response.message());
      return refusal(response.code(), "HTTP " + response.code() + ": " + text);
    } catch (IOException | JsonParseException e) {
      return new IOException("HTTP " + response.code() + " " + response.message(), e);
    }
  }

  /** Only of what it does not find, or can't do, does a refusal say that it will stay so. */
  private static IOException refusal(int code, String words) {
    return code == 404 || code == 400 ? new NoProcessException(words) : new IOException(words);
  }

  private static ChannelEnd end(V1Status status) {
    String result = status == null ? null : status.getStatus();
    if ("Success".equals(result)) {
      return ChannelEnd.exited(0);
    }
    if (!"Failure".equals(result)) {
      return unreadable(null);
    }
    return exitCode(status).map(ChannelEnd::exited).orElseGet(() -> failed(status.getMessage()));
  }

  private static ChannelEnd failed(String message) {
    String words = message == null ? "the exec status is a failure without a message" : message;
    return ChannelEnd.broken(NoProcessException.of(words));
  }

  private static ChannelEnd unreadable(Exception why) {
    return ChannelEnd.broken(new IOException("the exec status cannot be read", why));
  }

  private static Optional<Integer> exitCode(V1Status status) {
    if (status.getDetails() == null) {
      return Optional.empty();
    }
    return Optional.ofNullable(status.getDetails().getCauses()).orElse(List.of()).stream()
        .filter(cause -> cause != null && "ExitCode".equals(cause.getReason()))
        .map(cause -> Integer.valueOf(cause.getMessage()))
        .findFirst();
  }
}

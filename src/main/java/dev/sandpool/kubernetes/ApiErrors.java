package dev.sandpool.kubernetes;

import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxLostException;
import io.kubernetes.client.openapi.ApiException;
import java.io.IOException;
import java.util.Optional;

/** Words for what the API server answers, with the cure where there is one. */
public final class ApiErrors {

  private ApiErrors() {}

  /** One sentence for an API error. */
  public static String describe(ApiException e) {
    if (e.getCode() == 0) {
      return "it cannot be reached (" + network(e) + "); is it running, and is the address right?";
    }
    String said = message(e).orElse("HTTP " + e.getCode());
    return switch (e.getCode()) {
      case 401 -> "it does not accept the credentials (" + said + "); renew them";
      case 403 ->
          "not allowed: " + said + (isRbac(said) ? "; grant that to Sandpool's account" : "");
      case 429 -> "it is overloaded (" + said + "); try again later";
      default -> said;
    };
  }

  /** Whether the object is not there. */
  public static boolean notFound(ApiException e) {
    return e.getCode() == 404;
  }

  /** Whether an object that was to be deleted by its UID is gone, or another one of its name. */
  public static boolean goneOrAnother(ApiException e) {
    return notFound(e) || e.getCode() == 409;
  }

  /** Whether an object that was to be patched is gone, or no longer what the patch tests for. */
  public static boolean testFailed(ApiException e) {
    return notFound(e) || e.getCode() == 422;
  }

  /** What to throw where a {@link JsonPatch#claim claim} of a warm sandbox was refused. */
  public static SandboxException notClaimed(String sandbox, ApiException e) {
    return testFailed(e)
        ? new SandboxLostException("Sandbox " + sandbox + " is gone, or somebody else has it", e)
        : new BackendUnavailableException(
            "Sandbox " + sandbox + " cannot be claimed: " + describe(e), e);
  }

  /** Admission refuses with 403 too, for reasons that no Role cures. */
  private static boolean isRbac(String message) {
    return message.contains(" cannot ");
  }

  private static String network(ApiException e) {
    Throwable cause = e.getCause() instanceof IOException io ? io : e;
    return cause.getClass().getSimpleName() + ": " + cause.getMessage();
  }

  /** The message of the Status object in the answer. */
  private static Optional<String> message(ApiException e) {
    try {
      return Optional.ofNullable(e.getResponseBody())
          .map(JsonParser::parseString)
          .filter(json -> json.isJsonObject() && json.getAsJsonObject().has("message"))
          .map(json -> json.getAsJsonObject().get("message").getAsString());
    } catch (JsonParseException | IllegalStateException notStatus) {
      return Optional.empty();
    }
  }
}

package dev.sandpool.cdi;

import jakarta.json.JsonNumber;
import jakarta.json.JsonString;
import java.util.Optional;
import org.eclipse.microprofile.jwt.JsonWebToken;

/** The conversation that a claim of the caller's token names, of who calls. */
record ClaimKey(String name, HttpCall call) implements ConversationKey {

  @Override
  public Optional<String> current() {
    return call.caller()
        .filter(JsonWebToken.class::isInstance)
        .map(JsonWebToken.class::cast)
        .map(token -> token.<Object>getClaim(name))
        .map(this::text)
        .filter(key -> !key.isEmpty());
  }

  @Override
  public String tenant() {
    return call.tenant();
  }

  /** Fails rather than go on with another source: a token that has the claim is to be believed. */
  private String text(Object claim) {
    if (claim instanceof JsonString string) {
      return string.getString();
    }
    if (claim instanceof String || claim instanceof Number || claim instanceof JsonNumber) {
      return claim.toString();
    }
    throw new IllegalStateException(
        "The claim '"
            + name
            + "' of the caller's token is neither text nor a number, and so names no conversation;"
            + " name another one by sandpool.conversation.jwt-claim");
  }
}

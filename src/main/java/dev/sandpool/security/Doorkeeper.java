package dev.sandpool.security;

/** Finds out who approaches, and lets in nobody else. */
public final class Doorkeeper {

  private static final String SEND =
      "send an API key in X-API-Key, or a token in Authorization: Bearer";

  private final SecuritySettings settings;
  private final boolean open;
  private final ApiKeys keys;

  /**
   * Takes what it goes by.
   *
   * @param open whether anybody on this machine, and nobody else, is let in as {@link
   *     Caller#DEVELOPER}
   */
  public Doorkeeper(SecuritySettings settings, boolean open) {
    this.settings = settings;
    this.open = open;
    keys = new ApiKeys(settings.keys());
  }

  /**
   * Who that is. Does not block.
   *
   * @throws NotAuthenticatedException if nobody knows
   * @throws AccessRefusedException if it is somebody who is not to come in
   */
  public Caller admit(Approach approach) {
    SameOrigin.require(approach);
    if (open) {
      LocalOnly.require(approach);
      return Caller.DEVELOPER;
    }
    if (approach.apiKey().isPresent()) {
      return byKey(approach);
    }
    if (approach.token().isPresent()) {
      return byToken(approach.token().get());
    }
    throw new NotAuthenticatedException(
        approach.bearer()
            ? "The bearer token is not accepted: signature, issuer, audience or time are wrong"
            : "This needs credentials; " + SEND);
  }

  private Caller byKey(Approach approach) {
    if (approach.bearer()) {
      throw new NotAuthenticatedException("Two credentials came, and one is enough; " + SEND);
    }
    return keys.caller(approach.apiKey().get())
        .orElseThrow(() -> new NotAuthenticatedException("The API key is not known; " + SEND));
  }

  private Caller byToken(Token token) {
    String tenant =
        token
            .tenant()
            .filter(text -> !text.isEmpty())
            .orElseThrow(
                () ->
                    new AccessRefusedException(
                        "The token does not say whose sandboxes it is for: it has no text in the"
                            + " claim '"
                            + settings.tenantClaim()
                            + "' (sandpool.security.tenant-claim)"));
    return new Caller(token.name(), tenant, settings.groups().roles(token.groups()));
  }
}

package dev.sandpool.cdi;

import dev.sandpool.bootstrap.ConversationSettings;
import dev.sandpool.cdi.ConversationSources.Source;
import jakarta.enterprise.inject.Instance;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.stream.Stream;

/**
 * Where an HTTP request can have a key: none where the container has no servlets, and no token
 * where it has no MicroProfile JWT. The classes that need these are touched only where they are.
 */
final class RequestSources {

  private static final Logger LOG = System.getLogger(RequestSources.class.getName());

  private static final String SERVLETS = "jakarta.servlet.http.HttpServletRequest";
  private static final String TOKENS = "org.eclipse.microprofile.jwt.JsonWebToken";

  private RequestSources() {}

  static Stream<Source> of(ConversationSettings settings, Instance<Object> beans) {
    if (!isThere(SERVLETS)) {
      return Stream.empty();
    }
    HttpCall call = new HttpCall(beans);
    return Stream.of(
            settings.jwtClaim().filter(name -> hasTokens(name)).map(name -> claim(name, call)),
            settings.pathParameter().map(name -> parameter(name, call)),
            settings.header().map(name -> header(name, call)))
        .flatMap(source -> source.stream());
  }

  private static Source claim(String name, HttpCall call) {
    return new Source(
        ConversationKey.CLAIM_PRIORITY,
        "the claim '" + name + "' of the caller's token",
        new ClaimKey(name, call));
  }

  private static Source parameter(String name, HttpCall call) {
    return new Source(
        ConversationKey.PATH_PRIORITY,
        "the path parameter '" + name + "' of the resource",
        new PathParameterKey(name, call));
  }

  private static Source header(String name, HttpCall call) {
    return new Source(
        ConversationKey.HEADER_PRIORITY,
        "the header '" + name + "' of the HTTP request",
        new HeaderKey(name, call));
  }

  private static boolean hasTokens(String claim) {
    boolean there = isThere(TOKENS);
    if (!there) {
      LOG.log(
          Level.WARNING,
          "The claim {0} of sandpool.conversation.jwt-claim is never found, as there is no"
              + " MicroProfile JWT here; on Liberty enable the feature mpJwt",
          claim);
    }
    return there;
  }

  private static boolean isThere(String type) {
    try {
      Class.forName(type, false, RequestSources.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}

package dev.sandpool.cdi;

import java.util.Optional;

/** The conversation that the path of a JAX-RS resource names, of who calls. */
record PathParameterKey(String name, HttpCall call) implements ConversationKey {

  @Override
  public Optional<String> current() {
    return call.rest()
        .flatMap(rest -> HttpCall.only("path parameter " + name, rest.path().apply(name)));
  }

  @Override
  public String tenant() {
    return call.tenant();
  }
}

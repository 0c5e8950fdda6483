package dev.sandpool.cdi;

import java.util.Collections;
import java.util.Optional;

/** The conversation that a header of the HTTP request names, of who calls. */
record HeaderKey(String name, HttpCall call) implements ConversationKey {

  @Override
  public Optional<String> current() {
    return call.request()
        .flatMap(
            request -> HttpCall.only("header " + name, Collections.list(request.getHeaders(name))));
  }

  @Override
  public String tenant() {
    return call.tenant();
  }
}

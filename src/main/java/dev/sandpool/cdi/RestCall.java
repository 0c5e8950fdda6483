package dev.sandpool.cdi;

import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What JAX-RS knows of a request, left there by {@link ConversationFilter}.
 *
 * @param path the values of a parameter of the path
 * @param caller who calls, as filters of the application may have found out
 */
record RestCall(Function<String, List<String>> path, Optional<Principal> caller) {

  /** Of the request that has it. */
  static final String ATTRIBUTE = RestCall.class.getName();
}

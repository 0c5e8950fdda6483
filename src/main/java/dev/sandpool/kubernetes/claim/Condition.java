package dev.sandpool.kubernetes.claim;

import java.util.List;
import java.util.Optional;

/**
 * A condition of a claim's or Sandbox's status.
 *
 * @param type such as {@code Ready}
 * @param status {@code True}, {@code False} or {@code Unknown}
 * @param reason one word for machines
 * @param message for people
 */
record Condition(String type, String status, String reason, String message) {

  private static final String READY = "Ready";

  static Optional<Condition> ready(List<Condition> conditions) {
    return Optional.ofNullable(conditions).orElse(List.of()).stream()
        .filter(condition -> READY.equals(condition.type()))
        .findFirst();
  }

  boolean isTrue() {
    return "True".equals(status);
  }

  String words() {
    String why = reason == null ? "no reason given" : reason;
    return message == null || message.isBlank() ? why : why + ": " + message;
  }
}

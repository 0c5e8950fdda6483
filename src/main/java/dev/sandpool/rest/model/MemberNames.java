package dev.sandpool.rest.model;

import dev.sandpool.InvalidValueException;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Names of JSON members for what is refused under Java's name.
 *
 * @param names of those that differ
 */
public record MemberNames(Map<String, String> names) {

  /** For requests to keep a sandbox. */
  public static final MemberNames KEEPING =
      new MemberNames(Map.of("ttl", "ttlSeconds", "idleTtl", "idleTtlSeconds"));

  /**
   * Calls.
   *
   * @throws InvalidValueException if the call refuses a value; it has the member's name
   */
  public <T> T in(Supplier<T> call) {
    try {
      return call.get();
    } catch (InvalidValueException e) {
      throw e.under(member(e.field()));
    }
  }

  /** What follows the first name, such as a key in a map, stays. */
  private String member(String field) {
    String first = field.split("\\.", 2)[0];
    return names.getOrDefault(first, first) + field.substring(first.length());
  }
}

package dev.sandpool.security;

import java.util.List;
import java.util.Optional;

/** The keys that are accepted. */
final class ApiKeys {

  private final List<ApiKey> keys;

  ApiKeys(List<ApiKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /** Who has this key. Takes the same time for each, found or not. */
  Optional<Caller> caller(String offered) {
    return KeyText.parse(offered).flatMap(key -> owner(key.hash()));
  }

  private Optional<Caller> owner(KeyHash offered) {
    ApiKey found = null;
    for (ApiKey each : keys) {
      found = each.hash().matches(offered) ? each : found;
    }
    return Optional.ofNullable(found).map(ApiKey::caller);
  }
}

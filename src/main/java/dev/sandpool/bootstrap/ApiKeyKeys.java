package dev.sandpool.bootstrap;

import dev.sandpool.InvalidValueException;
import dev.sandpool.security.ApiKey;
import dev.sandpool.security.KeyHash;
import dev.sandpool.security.Role;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The keys for API keys. Each has a name, which stands for {@code NAME} here. */
final class ApiKeyKeys {

  private static final String NAME = "NAME";
  private static final Pattern FORM = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
  private static final Pattern NAMED =
      Pattern.compile("sandpool\\.api-key\\.([^.]+)\\.(hash|roles|tenant)");

  static final Setting<List<String>> LISTED =
      Setting.of(
          "sandpool.api-keys",
          SettingType.listOf(
              "names", "give names of small letters, digits and dashes: ci,laptop", FORM),
          "",
          "Names of API keys, such as `ci,laptop`. A key such as `sandpool.api-key.ci.hash` makes"
              + " one too, unless it is a variable of the environment.");

  static final Setting<Optional<KeyHash>> HASH =
      new Setting<>(
          "sandpool.api-key.NAME.hash",
          SettingType.optional(
              new SettingType<>(
                  "hash",
                  "give the hash that `sandpool-cli.jar api-key` prints: sha256: and 64 hex digits",
                  KeyHash::parse)),
          "",
          "What is kept of an API key; `java -jar sandpool-cli.jar api-key NAME` makes one. See"
              + " [Security](security.md#api-keys).",
          true);

  static final Setting<Set<Role>> ROLES =
      Setting.of(
          "sandpool.api-key.NAME.roles",
          new SettingType<>("roles", "give viewer, user or operator", ApiKeyKeys::roles),
          "user",
          "What it allows: `viewer`, `user` or `operator`.");

  static final Setting<String> TENANT =
      Setting.of(
          "sandpool.api-key.NAME.tenant",
          SettingType.TEXT,
          "",
          "Whose sandboxes it is for; must be given.");

  static final List<Setting<?>> ALL = List.of(LISTED, HASH, ROLES, TENANT);

  private ApiKeyKeys() {}

  /**
   * Reads all.
   *
   * @param given all keys that the configuration has
   */
  static List<ApiKey> keys(SettingsReader from, Set<String> given) {
    given.stream()
        .map(NAMED::matcher)
        .filter(Matcher::matches)
        .filter(matcher -> !FORM.matcher(matcher.group(1)).matches())
        .forEach(matcher -> from.check(() -> refuseName(matcher.group(), matcher.group(1))));
    List<ApiKey> keys =
        names(from, given).stream().map(name -> key(from, name)).flatMap(Optional::stream).toList();
    from.check(() -> requireOwnHashes(keys));
    return keys;
  }

  /** The names of all, sorted. */
  static Set<String> names(SettingsReader from, Set<String> given) {
    Set<String> names = new TreeSet<>(from.read(LISTED));
    given.stream()
        .map(NAMED::matcher)
        .filter(Matcher::matches)
        .map(matcher -> matcher.group(1))
        .filter(FORM.asMatchPredicate())
        .forEach(names::add);
    return names;
  }

  /** The keys that those of a name can have. */
  static Stream<String> of(String name) {
    return Stream.of(HASH, ROLES, TENANT).map(setting -> named(setting, name).key());
  }

  private static Optional<ApiKey> key(SettingsReader from, String name) {
    Optional<KeyHash> hash = from.read(named(HASH, name));
    Set<Role> roles = from.read(named(ROLES, name));
    String tenant = from.read(named(TENANT, name));
    from.check(() -> requireTenant(name, tenant));
    if (!from.has(named(HASH, name))) {
      from.check(() -> missing(name));
    }
    return hash.map(each -> new ApiKey(name, each, tenant, roles));
  }

  private static void requireTenant(String name, String tenant) {
    if (tenant.isEmpty() || tenant.length() > 128) {
      throw new InvalidValueException(
          named(TENANT, name).key(), tenant, "say whose sandboxes it is for, in 1 to 128 letters");
    }
  }

  /** A key that was meant to be accepted must not be passed over in silence. */
  private static void refuseName(String key, String name) {
    throw new InvalidValueException(key, name, LISTED.type().cure());
  }

  /** Nobody could say whose such a key is. */
  private static void requireOwnHashes(List<ApiKey> keys) {
    Set<String> seen = new HashSet<>();
    keys.stream()
        .filter(key -> !seen.add(key.hash().toString()))
        .findFirst()
        .ifPresent(
            key -> {
              throw new InvalidValueException(
                  named(HASH, key.name()).key(), "***", "another key has it too; make a new one");
            });
  }

  private static void missing(String name) {
    throw new InvalidValueException(named(HASH, name).key(), null, HASH.type().cure());
  }

  private static <T> Setting<T> named(Setting<T> setting, String name) {
    return new Setting<>(
        setting.key().replace(NAME, name),
        setting.type(),
        setting.defaultText(),
        setting.meaning(),
        setting.secret());
  }

  private static Set<Role> roles(String text) {
    Set<Role> roles = SettingType.elements(text).map(ApiKeyKeys::role).collect(Collectors.toSet());
    SettingType.require(!roles.isEmpty());
    return roles;
  }

  private static Role role(String text) {
    Predicate<Role> named = role -> role.name().toLowerCase(Locale.ROOT).equals(text);
    return Arrays.stream(Role.values())
        .filter(named)
        .findFirst()
        .orElseThrow(IllegalArgumentException::new);
  }
}

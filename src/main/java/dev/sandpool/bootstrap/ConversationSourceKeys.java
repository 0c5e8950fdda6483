package dev.sandpool.bootstrap;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The keys for where a request says which conversation it belongs to. */
final class ConversationSourceKeys {

  /** An empty value would do, but MicroProfile Config takes that for none, which is the default. */
  private static final String NONE = "none";

  private static final Predicate<String> TOKEN =
      Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+").asMatchPredicate();

  private static final Predicate<String> PARAMETER =
      Pattern.compile("\\w[\\w.-]*").asMatchPredicate();

  static final Setting<Optional<String>> HEADER =
      Setting.of(
          "sandpool.conversation.header",
          new SettingType<>(
              "header",
              "give the name of an HTTP header such as X-Conversation-Id, or none",
              text -> name(text, TOKEN)),
          "X-Conversation-Id",
          "HTTP header with the key of the conversation, for `@Conversation`; `none` for none.");

  static final Setting<Optional<String>> PATH_PARAMETER =
      Setting.of(
          "sandpool.conversation.path-parameter",
          new SettingType<>(
              "name",
              "give the name of a path parameter such as conversation",
              text -> name(text, PARAMETER)),
          NONE,
          "Path parameter of JAX-RS resources with that key, asked before the header; `none` for"
              + " none.");

  static final Setting<Optional<String>> JWT_CLAIM =
      Setting.of(
          "sandpool.conversation.jwt-claim",
          SettingType.TEXT.map(text -> Optional.of(text).filter(claim -> !isNone(claim))),
          NONE,
          "Claim of the caller's MicroProfile JWT with that key, asked before both; `none` for"
              + " none.");

  static final List<Setting<?>> ALL = List.of(HEADER, PATH_PARAMETER, JWT_CLAIM);

  private ConversationSourceKeys() {}

  static ConversationSettings conversation(SettingsReader from) {
    return new ConversationSettings(
        from.read(HEADER), from.read(PATH_PARAMETER), from.read(JWT_CLAIM));
  }

  private static Optional<String> name(String text, Predicate<String> form) {
    SettingType.require(isNone(text) || form.test(text));
    return Optional.of(text).filter(name -> !isNone(name));
  }

  private static boolean isNone(String text) {
    return text.isEmpty() || text.equals(NONE);
  }
}

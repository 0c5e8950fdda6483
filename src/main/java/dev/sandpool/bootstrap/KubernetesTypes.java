package dev.sandpool.bootstrap;

import dev.sandpool.kubernetes.raw.Toleration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How the texts of settings for Kubernetes objects are read. */
final class KubernetesTypes {

  private static final Pattern NAME_FORM = Pattern.compile("[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?");
  private static final Pattern KEY_FORM =
      Pattern.compile("([a-z0-9.-]+/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?");
  private static final Pattern BOUND_FORM =
      Pattern.compile("(default|defaultRequest|min|max)\\.([a-z0-9.-]+/)?[a-z0-9.-]+");
  private static final Pattern LABEL_FORM =
      Pattern.compile("([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?");
  private static final Pattern ADDRESS_FORM = Pattern.compile("[0-9A-Fa-f.:]+");

  /** The name of an object. */
  static final SettingType<String> NAME =
      new SettingType<>(
          "name", "give a name such as gvisor or team-blue", text -> matching(NAME_FORM, text));

  /** Names of objects. */
  static final SettingType<List<String>> NAMES =
      new SettingType<>(
          "names",
          "give names such as registry-one,registry-two",
          text -> elements(text).map(NAME.parser()).toList());

  /** Labels. */
  static final SettingType<Map<String, String>> LABELS =
      new SettingType<>(
          "labels",
          "give labels such as team=blue,example.com/tier=test",
          text -> {
            Map<String, String> labels = pairs(text);
            labels.values().forEach(value -> matching(LABEL_FORM, value));
            return labels;
          });

  /** Annotations. */
  static final SettingType<Map<String, String>> ANNOTATIONS =
      new SettingType<>(
          "annotations",
          "give annotations such as example.com/owner=team blue,note=text without commas",
          KubernetesTypes::pairs);

  /** A command and its arguments. */
  static final SettingType<List<String>> WORDS =
      new SettingType<>(
          "words",
          "give words such as /usr/bin/tini -- sleep infinity; none has a blank in it",
          text ->
              text.isEmpty()
                  ? List.of()
                  : List.of(SettingType.TEXT.parser().apply(text).split(" +")));

  /** Taints that are tolerated. */
  static final SettingType<List<Toleration>> TOLERATIONS =
      new SettingType<>(
          "taints",
          "give taints such as dedicated=sandboxes:NoSchedule,gpu:NoExecute",
          text -> elements(text).map(Toleration::parse).toList());

  /** IP addresses. */
  static final SettingType<List<String>> ADDRESSES =
      new SettingType<>(
          "addresses",
          "give IP addresses such as 10.0.0.10,fd00::10",
          text -> elements(text).map(each -> matching(ADDRESS_FORM, each)).toList());

  /** Names of hosts by address. */
  static final SettingType<Map<String, List<String>>> HOSTS =
      new SettingType<>(
          "hosts",
          "give addresses with names, such as 10.0.0.5=db,10.0.0.5=db.internal",
          KubernetesTypes::hosts);

  /** Resolver options. */
  static final SettingType<List<String>> RESOLVER_OPTIONS =
      new SettingType<>(
          "options",
          "give resolver options such as ndots:2,edns0",
          text ->
              elements(text)
                  .map(each -> matching(Pattern.compile("[a-z0-9-]+(:[0-9]+)?"), each))
                  .toList());

  /** Amounts of resources. */
  static final SettingType<Map<String, String>> QUANTITIES =
      new SettingType<>(
          "quantities",
          "give quantities such as pods=1,limits.cpu=2,limits.memory=4Gi",
          text -> quantities(text, KEY_FORM));

  /** Amounts of resources that bound a container. */
  static final SettingType<Map<String, String>> BOUNDS =
      new SettingType<>(
          "quantities",
          "give default, defaultRequest, min or max of resources, such as"
              + " default.cpu=1,max.memory=4Gi",
          text -> quantities(text, BOUND_FORM));

  /** YAML, or the path of a file with it; read further where it is used. */
  static final SettingType<String> MANIFEST =
      new SettingType<>("YAML or path", "give YAML, or the path of a file with it", text -> text);

  private KubernetesTypes() {}

  private static Map<String, String> pairs(String text) {
    return pairs(text, KEY_FORM);
  }

  private static Map<String, String> pairs(String text, Pattern key) {
    Map<String, String> pairs = new LinkedHashMap<>();
    elements(text)
        .forEach(
            pair -> {
              String[] parts = split(pair);
              pairs.put(matching(key, parts[0]), parts[1]);
            });
    return pairs;
  }

  private static Map<String, String> quantities(String text, Pattern key) {
    Map<String, String> quantities = pairs(text, key);
    quantities.replaceAll((resource, quantity) -> SettingType.QUANTITY.parser().apply(quantity));
    return quantities;
  }

  private static Map<String, List<String>> hosts(String text) {
    Map<String, List<String>> hosts = new TreeMap<>();
    elements(text)
        .forEach(
            pair -> {
              String[] parts = split(pair);
              hosts
                  .computeIfAbsent(matching(ADDRESS_FORM, parts[0]), ip -> new ArrayList<>())
                  .add(matching(NAME_FORM, parts[1]));
            });
    return hosts;
  }

  private static String[] split(String pair) {
    String[] parts = pair.split("=", 2);
    SettingType.require(parts.length == 2);
    return new String[] {parts[0].strip(), parts[1].strip()};
  }

  private static String matching(Pattern form, String text) {
    SettingType.require(form.matcher(text).matches());
    return text;
  }

  private static Stream<String> elements(String text) {
    return Arrays.stream(text.split(",", -1)).map(String::strip).filter(each -> !each.isEmpty());
  }
}

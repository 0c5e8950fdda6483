package dev.sandpool.cli;

import com.google.gson.GsonBuilder;
import dev.sandpool.security.KeyText;
import dev.sandpool.security.Role;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sandpool api-key}. */
@Command(
    name = "api-key",
    description = {
      "Makes an API key, and prints it with the settings that make a service accept it.",
      "The key is kept nowhere: give it to its user, and only its hash to the service."
    })
final class ApiKeyCommand implements Callable<Integer> {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      description = "Who gets it, in small letters, digits and dashes, such as ci.")
  private String name;

  @Option(
      names = "--tenant",
      paramLabel = "TENANT",
      required = true,
      description = "Whose sandboxes it is for.")
  private String tenant;

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      defaultValue = "user",
      description =
          "What it allows: ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given. Repeatable.")
  private List<Role> roles;

  @Option(names = "--json", description = "Prints the result as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    require("NAME", name, NAME.matcher(name).matches(), "give small letters, digits and dashes");
    require(
        "--tenant",
        tenant,
        tenant.matches("\\P{Cntrl}{1,128}"),
        "give 1 to 128 characters on one line");
    KeyText key = KeyText.random(new SecureRandom());
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? asJson(key) : asText(key));
    out.flush();
    return ExitCode.OK;
  }

  private String asText(KeyText key) {
    return "The key, which is shown this once:%n%n  %s%n%nThe settings of the service:%n%n%s"
        .formatted(
            key.secret(),
            settings(key).entrySet().stream()
                .map(each -> "  " + each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(System.lineSeparator())));
  }

  private String asJson(KeyText key) {
    return new GsonBuilder()
        .setPrettyPrinting()
        .create()
        .toJson(Map.of("key", key.secret(), "settings", settings(key)));
  }

  private Map<String, String> settings(KeyText key) {
    String prefix = "sandpool.api-key." + name + ".";
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(prefix + "hash", key.hash().toString());
    settings.put(prefix + "tenant", tenant);
    settings.put(prefix + "roles", words(new LinkedHashSet<>(roles)));
    return settings;
  }

  private static String words(Set<Role> roles) {
    return roles.stream()
        .map(role -> role.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(","));
  }

  private void require(String field, String value, boolean holds, String cure) {
    if (!holds) {
      throw new ParameterException(
          spec.commandLine(), field + ": '" + value + "' cannot be used; " + cure);
    }
  }
}

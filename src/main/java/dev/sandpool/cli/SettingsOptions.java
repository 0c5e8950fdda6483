package dev.sandpool.cli;

import dev.sandpool.bootstrap.SandpoolSettings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Option;

/**
 * The settings of a command: options first, then system properties, then variables of the
 * environment in MicroProfile Config's spelling.
 *
 * <p>A command comes and goes. It keeps nothing warm, tries no network and belongs to an
 * installation of its own, so that no service shares its stock with it.
 */
final class SettingsOptions {

  private static final Map<String, String> ALWAYS =
      Map.of(
          "sandpool.pool.min-idle", "0",
          "sandpool.pool.max-idle", "",
          "sandpool.raw.isolation-probe", "off",
          "sandpool.instance", "sandpool-command");

  private static final Map<String, String> FOR_A_MOMENT = Map.of("sandpool.reaper.runner", "off");

  @Option(
      names = {"-m", "--mode"},
      paramLabel = "MODE",
      description = "Where sandboxes live: local, raw or agent-sandbox (sandpool.mode).")
  private String mode;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Namespace that they live in (sandpool.kubernetes.namespace).")
  private String namespace;

  @Option(
      names = {"-s", "--set"},
      paramLabel = "KEY=VALUE",
      description = "Any other setting; docs/configuration.md has them all. Repeatable.")
  private Map<String, String> given = Map.of();

  @Option(
      names = {"-v", "--verbose"},
      description = "Logs what is done, on standard error.")
  private boolean verbose;

  /**
   * Reads them for a command that does one thing.
   *
   * @throws dev.sandpool.bootstrap.InvalidSettingsException if any cannot be used
   */
  SandpoolSettings read(Map<String, String> environment) {
    return read(environment, FOR_A_MOMENT);
  }

  /**
   * Reads them for a command that stays, and so ends sandboxes whose time is over.
   *
   * @see #read(Map)
   */
  SandpoolSettings readForService(Map<String, String> environment) {
    return read(environment, Map.of());
  }

  private SandpoolSettings read(Map<String, String> environment, Map<String, String> also) {
    Logger.getLogger("").setLevel(verbose ? Level.INFO : Level.WARNING);
    Map<String, String> options = new HashMap<>(given);
    Optional.ofNullable(mode).ifPresent(text -> options.put("sandpool.mode", text));
    Optional.ofNullable(namespace)
        .ifPresent(text -> options.put("sandpool.kubernetes.namespace", text));
    options.putAll(ALWAYS);
    options.putAll(also);
    Set<String> names = new HashSet<>(options.keySet());
    names.addAll(System.getProperties().stringPropertyNames());
    return SandpoolSettings.read(
        key ->
            Optional.ofNullable(options.get(key))
                .or(() -> Optional.ofNullable(System.getProperty(key)))
                .or(() -> Optional.ofNullable(environment.get(variable(key)))),
        names);
  }

  private static String variable(String key) {
    return key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }
}

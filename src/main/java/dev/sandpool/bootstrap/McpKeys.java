package dev.sandpool.bootstrap;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.session.SessionSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The keys for the MCP server. */
final class McpKeys {

  static final Setting<Boolean> ENABLED =
      Setting.of(
          "sandpool.mcp.enabled",
          SettingType.BOOLEAN,
          "true",
          "Whether the service has its [MCP server](mcp.md) at `/mcp`.");

  static final Setting<String> SPEC =
      Setting.of(
          "sandpool.mcp.spec",
          SettingType.TEXT,
          SandboxSpec.DEFAULT_NAME,
          "Specification of the sandboxes that MCP sessions get.");

  static final Setting<Optional<String>> KEY =
      Setting.of(
          "sandpool.mcp.key",
          SettingType.optional(SettingType.TEXT),
          "",
          "Key of the sandbox for MCP sessions that name none, kept when they end; without it each"
              + " such session has a sandbox of its own, which ends with it.");

  static final Setting<Duration> IDLE_TTL =
      Setting.of(
          "sandpool.mcp.idle-ttl",
          SettingType.DURATION,
          "1h",
          "How long an MCP session and its sandbox may be unused before they end.");

  static final Setting<Integer> MAX_SESSIONS =
      Setting.of(
          "sandpool.mcp.max-sessions",
          SettingType.INTEGER,
          "1000",
          "How many MCP sessions a replica has at a time; more are refused with 503.");

  static final Setting<Integer> MAX_OUTPUT =
      Setting.of(
          "sandpool.mcp.max-output",
          SettingType.INTEGER,
          "30000",
          "The most characters of output, file or list in one answer to a model; what is left out"
              + " is marked.");

  static final List<Setting<?>> ALL =
      List.of(ENABLED, SPEC, KEY, IDLE_TTL, MAX_SESSIONS, MAX_OUTPUT);

  private McpKeys() {}

  static McpSettings mcp(SettingsReader from, List<PoolPlan> pools, SessionSettings sessions) {
    boolean enabled = from.read(ENABLED);
    String spec = from.read(SPEC);
    Optional<String> key = from.read(KEY);
    Duration idleTtl = from.read(IDLE_TTL);
    int maxSessions = from.read(MAX_SESSIONS);
    int maxOutput = from.read(MAX_OUTPUT);
    // Null where they could not be read, which was reported.
    Optional.ofNullable(sessions).ifPresent(rules -> from.check(() -> within(idleTtl, rules)));
    return from.combine(
        () ->
            new McpSettings(
                enabled, spec, directory(spec, pools), key, idleTtl, maxSessions, maxOutput));
  }

  private static void within(Duration idleTtl, SessionSettings sessions) {
    sessions
        .rules()
        .idleTtl()
        .most()
        .filter(most -> idleTtl.compareTo(most) > 0)
        .ifPresent(
            most -> {
              throw new InvalidValueException(
                  IDLE_TTL.key(), idleTtl, "give at most sandpool.session.max-idle-ttl, " + most);
            });
  }

  private static String directory(String name, List<PoolPlan> pools) {
    return pools.stream()
        .map(PoolPlan::spec)
        .filter(spec -> spec.name().equals(name))
        .map(SandboxSpec::workingDirectory)
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValueException(
                    SPEC.key(),
                    name,
                    "the specifications here are "
                        + String.join(
                            ", ", pools.stream().map(plan -> plan.spec().name()).toList())));
  }
}

package dev.sandpool.bootstrap;

import dev.sandpool.security.ApiKey;
import dev.sandpool.security.AuditSettings;
import dev.sandpool.security.AuditSettings.Subject;
import dev.sandpool.security.LimitSettings;
import dev.sandpool.security.RoleGroups;
import dev.sandpool.security.SecuritySettings;
import dev.sandpool.security.SecuritySettings.Mode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The keys for who may use the service, how much of it, and what is written down. */
final class SecurityKeys {

  private static final String LOG = "log";

  static final Setting<Mode> MODE =
      Setting.of(
          "sandpool.security",
          SettingType.oneOf(Mode.class),
          "auto",
          "When the service wants credentials: `on` always; `dev` never, and it then serves its own"
              + " machine only; `auto` when any are set up, or it is in a Kubernetes Pod. See"
              + " [Security](security.md).");

  static final Setting<String> TENANT_CLAIM =
      Setting.of(
          "sandpool.security.tenant-claim",
          SettingType.TEXT,
          "tenant",
          "Claim of tokens that says whose sandboxes they are for; one without it is refused. `sub`"
              + " makes each user a tenant.");

  static final Setting<List<String>> VIEWER_GROUPS = groups("viewer");
  static final Setting<List<String>> USER_GROUPS = groups("user");
  static final Setting<List<String>> OPERATOR_GROUPS = groups("operator");

  static final Setting<Integer> REQUESTS_PER_SECOND =
      Setting.of(
          "sandpool.tenant.requests-per-second",
          SettingType.INTEGER,
          "50",
          "Requests of a tenant in the long run, by each replica; 0 for no limit.");

  static final Setting<Integer> REQUEST_BURST =
      Setting.of(
          "sandpool.tenant.request-burst",
          SettingType.INTEGER,
          "200",
          "Requests of a tenant at once, after a quiet while.");

  static final Setting<Integer> MAX_EXECS =
      Setting.of(
          "sandpool.tenant.max-execs",
          SettingType.INTEGER,
          "50",
          "Commands and terminals of a tenant at the same time, by each replica; 0 for no limit.");

  static final Setting<Long> TRANSFER_PER_MINUTE =
      Setting.of(
          "sandpool.tenant.transfer-per-minute",
          SettingType.SIZE,
          "1Gi",
          "Content of files that a tenant moves in the long run, in both directions together, by"
              + " each replica; what has begun is not cut short, the next has to wait. 0 for no"
              + " limit.");

  static final Setting<Optional<Path>> AUDIT_FILE =
      Setting.of(
          "sandpool.audit.file",
          new SettingType<>(
              "path or log",
              "give an absolute path such as /var/log/sandpool/audit.log, or log",
              SettingType.TEXT.parser().andThen(SecurityKeys::file)),
          LOG,
          "File that audit lines are appended to, as an absolute path; `log` for the logger"
              + " `dev.sandpool.audit`. See [Audit](security.md#audit).");

  static final Setting<Subject> AUDIT_SUBJECT =
      Setting.of(
          "sandpool.audit.command",
          SettingType.oneOf(Subject.class),
          "digest",
          "How commands and paths of files are written there: their SHA-256 (`digest`), as they are"
              + " (`text`), or not at all (`none`).");

  static final List<Setting<?>> ALL =
      Stream.of(
              List.of(MODE),
              ApiKeyKeys.ALL,
              List.of(
                  TENANT_CLAIM,
                  VIEWER_GROUPS,
                  USER_GROUPS,
                  OPERATOR_GROUPS,
                  REQUESTS_PER_SECOND,
                  REQUEST_BURST,
                  MAX_EXECS,
                  TRANSFER_PER_MINUTE,
                  AUDIT_FILE,
                  AUDIT_SUBJECT))
          .<Setting<?>>flatMap(List::stream)
          .toList();

  /** MicroProfile's own keys, one of which tells the server how to verify tokens. */
  private static final List<Setting<String>> TOKENS =
      Stream.of("mp.jwt.verify.publickey", "mp.jwt.verify.publickey.location")
          .map(key -> Setting.of(key, SettingType.TEXT, "", ""))
          .toList();

  private SecurityKeys() {}

  static SecuritySettings security(SettingsReader from, Set<String> given) {
    Mode mode = from.read(MODE);
    List<ApiKey> keys = ApiKeyKeys.keys(from, given);
    String claim = from.read(TENANT_CLAIM);
    RoleGroups groups =
        new RoleGroups(
            Set.copyOf(from.read(VIEWER_GROUPS)),
            Set.copyOf(from.read(USER_GROUPS)),
            Set.copyOf(from.read(OPERATOR_GROUPS)));
    LimitSettings limits = limits(from);
    AuditSettings audit = new AuditSettings(from.read(AUDIT_FILE), from.read(AUDIT_SUBJECT));
    return limits == null
        ? null
        : new SecuritySettings(
            mode, keys, TOKENS.stream().anyMatch(from::has), claim, groups, limits, audit);
  }

  private static LimitSettings limits(SettingsReader from) {
    int requests = from.read(REQUESTS_PER_SECOND);
    int burst = from.read(REQUEST_BURST);
    int execs = from.read(MAX_EXECS);
    long transfer = from.read(TRANSFER_PER_MINUTE);
    return from.combine(() -> new LimitSettings(requests, burst, execs, transfer));
  }

  private static Setting<List<String>> groups(String role) {
    return Setting.of(
        "sandpool.security." + role + "-groups",
        SettingType.listOf(
            "groups", "give names of groups: " + role + ",team-x", Pattern.compile("\\P{Cntrl}+")),
        role,
        "Groups of tokens (claim `groups`) whose members have the role `" + role + "`.");
  }

  private static Optional<Path> file(String text) {
    SettingType.require(text.equals(LOG) || text.startsWith("/"));
    return text.equals(LOG) ? Optional.empty() : Optional.of(Path.of(text));
  }
}

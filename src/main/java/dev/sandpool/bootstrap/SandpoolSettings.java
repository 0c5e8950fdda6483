package dev.sandpool.bootstrap;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.claim.ClaimBackend;
import dev.sandpool.kubernetes.claim.ClaimSettings;
import dev.sandpool.kubernetes.claim.runtime.AccessSettings;
import dev.sandpool.kubernetes.raw.RawSettings;
import dev.sandpool.local.LocalSettings;
import dev.sandpool.pool.ExecLimits;
import dev.sandpool.pool.PoolSettings;
import dev.sandpool.security.SecuritySettings;
import dev.sandpool.session.SessionSettings;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * All settings, checked and frozen.
 *
 * @param mode where sandboxes live
 * @param limits for commands
 * @param timings around commands
 * @param pools the specifications with their pools, the default one first
 * @param sessions how long sandboxes are kept, and under what
 * @param conversation where a request says which conversation it belongs to
 * @param mcp for the MCP server
 * @param security who may use the service, how much, and what is written down
 * @param local for mode {@code local}
 * @param raw for mode {@code raw}
 * @param claim for mode {@code agent-sandbox}
 * @param access how commands reach sandboxes of mode {@code agent-sandbox}
 * @param description every key with its value, one a line, secrets masked
 */
public record SandpoolSettings(
    String mode,
    ExecLimits limits,
    ExecTimings timings,
    List<PoolPlan> pools,
    SessionSettings sessions,
    ConversationSettings conversation,
    McpSettings mcp,
    SecuritySettings security,
    LocalSettings local,
    RawSettings raw,
    ClaimSettings claim,
    AccessSettings access,
    String description) {

  /**
   * Reads all settings where nobody can list the keys that are given: only specifications that
   * {@code sandpool.specs} names are there beside the default one.
   *
   * @see #read(Function, Set)
   */
  public static SandpoolSettings read(Function<String, Optional<String>> values) {
    return read(values, Set.of());
  }

  /**
   * Reads all settings.
   *
   * @param values gives the text of a key, or nothing for its default
   * @param keys all that values are given for, as far as they can be listed; each that is for a
   *     named specification, such as {@code sandpool.spec.python.image}, makes one
   * @throws InvalidSettingsException if any cannot be used; it names all that can't
   */
  public static SandpoolSettings read(Function<String, Optional<String>> values, Set<String> keys) {
    SettingsReader from = new SettingsReader(values);
    String mode = from.read(CoreKeys.MODE);
    Set<String> names = SpecNames.find(from, keys);
    List<PoolPlan> pools = pools(from, names);
    ExecLimits limits = CoreKeys.limits(from);
    ExecTimings timings = CoreKeys.timings(from);
    SessionSettings sessions = SessionKeys.sessions(from);
    ConversationSettings conversation = ConversationSourceKeys.conversation(from);
    McpSettings mcp = McpKeys.mcp(from, pools, sessions);
    SecuritySettings security = SecurityKeys.security(from, keys);
    LocalSettings local = LocalKeys.local(from);
    RawSettings raw = RawKeys.raw(from, names, pools.get(0).spec());
    ClaimSettings claim = ClaimKeys.claim(from, names, mode.equals(ClaimBackend.MODE));
    AccessSettings access = ClaimConnectionKeys.access(from);
    return new SandpoolSettings(
        mode,
        limits,
        timings,
        pools,
        sessions,
        conversation,
        mcp,
        security,
        local,
        raw,
        claim,
        access,
        from.finish());
  }

  /**
   * The names of all pools, the default one first, before anything else is read or checked.
   *
   * @param values as for {@link #read(Function, Set)}
   * @param keys as for {@link #read(Function, Set)}
   */
  public static Set<String> poolNames(Function<String, Optional<String>> values, Set<String> keys) {
    Set<String> names = new LinkedHashSet<>(List.of(SandboxSpec.DEFAULT_NAME));
    names.addAll(SpecNames.find(new SettingsReader(values), keys));
    return names;
  }

  /** The specification of a name; the default one where another replica has one of that name. */
  public SandboxSpec spec(String name) {
    return pools.stream()
        .map(PoolPlan::spec)
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseGet(() -> pools.get(0).spec());
  }

  private static List<PoolPlan> pools(SettingsReader from, Set<String> names) {
    List<PoolPlan> pools = new ArrayList<>();
    pools.add(plan(from, from, SandboxSpec.DEFAULT_NAME));
    names.forEach(name -> pools.add(plan(from.named(name), from.named(name), name)));
    return List.copyOf(pools);
  }

  private static PoolPlan plan(SettingsReader spec, SettingsReader pool, String name) {
    PoolSettings sizes = PoolKeys.pool(pool);
    return new PoolPlan(SpecKeys.spec(spec, name), sizes);
  }
}

package dev.sandpool.bootstrap;

import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.exec.ExecTimings;
import dev.sandpool.kubernetes.raw.RawSettings;
import dev.sandpool.local.LocalSettings;
import dev.sandpool.pool.ExecLimits;
import dev.sandpool.pool.PoolSettings;
import java.util.Optional;
import java.util.function.Function;

/**
 * All settings, checked and frozen.
 *
 * @param mode where sandboxes live
 * @param pool sizes and times of the pool
 * @param limits for commands
 * @param timings around commands
 * @param spec what a sandbox is made of
 * @param local for mode {@code local}
 * @param raw for mode {@code raw}
 * @param description every key with its value, one a line, secrets masked
 */
public record SandpoolSettings(
    String mode,
    PoolSettings pool,
    ExecLimits limits,
    ExecTimings timings,
    SandboxSpec spec,
    LocalSettings local,
    RawSettings raw,
    String description) {

  /**
   * Reads all settings.
   *
   * @param values gives the text of a key, or nothing for its default
   * @throws InvalidSettingsException if any cannot be used; it names all that can't
   */
  public static SandpoolSettings read(Function<String, Optional<String>> values) {
    SettingsReader from = new SettingsReader(values);
    String mode = from.read(CoreKeys.MODE);
    PoolSettings pool = CoreKeys.pool(from);
    ExecLimits limits = CoreKeys.limits(from);
    ExecTimings timings = CoreKeys.timings(from);
    SandboxSpec spec = SpecKeys.spec(from);
    LocalSettings local = LocalKeys.local(from);
    RawSettings raw = RawKeys.raw(from);
    return new SandpoolSettings(mode, pool, limits, timings, spec, local, raw, from.finish());
  }
}

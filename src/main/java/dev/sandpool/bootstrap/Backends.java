package dev.sandpool.bootstrap;

import dev.sandpool.backend.SandboxBackend;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.claim.ClaimBackend;
import dev.sandpool.kubernetes.claim.connect.ExecConnector;
import dev.sandpool.kubernetes.claim.runtime.RuntimeConnector;
import dev.sandpool.kubernetes.raw.RawBackend;
import dev.sandpool.local.LocalBackend;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** The back end of each mode. */
final class Backends {

  private static final Map<String, BiFunction<SandpoolSettings, ExecThreads, SandboxBackend>>
      BY_MODE =
          new TreeMap<>(
              Map.of(
                  "local",
                  Backends::local,
                  RawBackend.MODE,
                  Backends::raw,
                  ClaimBackend.MODE,
                  Backends::claim));

  private Backends() {}

  static Set<String> modes() {
    return BY_MODE.keySet();
  }

  static SandboxBackend open(SandpoolSettings settings, ExecThreads threads) {
    return BY_MODE.get(settings.mode()).apply(settings, threads);
  }

  private static SandboxBackend local(SandpoolSettings settings, ExecThreads threads) {
    return new LocalBackend(settings.local(), threads, settings.timings(), Clock.systemUTC());
  }

  private static SandboxBackend raw(SandpoolSettings settings, ExecThreads threads) {
    return new RawBackend(settings.raw(), threads, settings.timings());
  }

  private static SandboxBackend claim(SandpoolSettings settings, ExecThreads threads) {
    return new ClaimBackend(
        settings.claim(),
        settings::spec,
        cluster ->
            RuntimeConnector.open(
                settings.access(),
                cluster,
                new ExecConnector(cluster, settings.claim().container()),
                threads),
        threads,
        settings.timings(),
        Clock.systemUTC());
  }
}

package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.sandpool.InvalidValueException;
import dev.sandpool.kubernetes.raw.PodOptions;
import dev.sandpool.local.LocalSettings;
import dev.sandpool.pool.ExecLimits;
import dev.sandpool.pool.PoolSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SandpoolSettingsTest {

  @Test
  void defaultsAreAsDocumented() {
    SandpoolSettings settings = read(Map.of());

    assertThat(settings.mode()).isEqualTo("local");
    assertThat(settings.pools().get(0).pool())
        .isEqualTo(new PoolSettings(2, 20, Duration.ofSeconds(10), 4));
    assertThat(settings.limits())
        .isEqualTo(new ExecLimits(Duration.ofMinutes(30), Duration.ofHours(2), 1 << 20, 64 << 20));
    assertThat(settings.timings().killGrace()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.pools().get(0).spec().workingDirectory()).isEqualTo("/workspace");
    assertThat(settings.pools().get(0).spec().startupTimeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(settings.local()).isEqualTo(LocalSettings.defaults());
    assertThat(settings.raw().pod()).isEqualTo(PodOptions.DEFAULT);
  }

  @Test
  void everyKeyReachesASetting() {
    Map<String, String> other =
        Map.ofEntries(
            Map.entry("sandpool.mode", "raw"),
            Map.entry("sandpool.specs", "python"),
            Map.entry("sandpool.pool.target", "3"),
            Map.entry("sandpool.pool.max-total", "30"),
            Map.entry("sandpool.pool.max-wait", "250ms"),
            Map.entry("sandpool.pool.refill-parallelism", "5"),
            Map.entry("sandpool.exec.default-timeout", "1m"),
            Map.entry("sandpool.exec.max-timeout", "1d"),
            Map.entry("sandpool.exec.default-max-output", "512Ki"),
            Map.entry("sandpool.exec.max-output", "2Mi"),
            Map.entry("sandpool.exec.kill-grace", "PT5S"),
            Map.entry("sandpool.spec.image", "registry.example:5000/python:3.13"),
            Map.entry("sandpool.spec.working-directory", "/home/me"),
            Map.entry("sandpool.spec.environment", "A=b, C=d=e"),
            Map.entry("sandpool.spec.cpu-request", "1"),
            Map.entry("sandpool.spec.cpu-limit", "2"),
            Map.entry("sandpool.spec.memory-request", "1Gi"),
            Map.entry("sandpool.spec.memory-limit", "2Gi"),
            Map.entry("sandpool.spec.storage-request", "1Gi"),
            Map.entry("sandpool.spec.storage-limit", "1.5Gi"),
            Map.entry("sandpool.spec.startup-timeout", "5s"),
            Map.entry("sandpool.spec.setup-script", "set -e\npip install x\n"),
            Map.entry("sandpool.local.state-directory", "/var/lib/sandpool"),
            Map.entry("sandpool.local.isolation", "unshare"),
            Map.entry("sandpool.local.network", "host"),
            Map.entry("sandpool.local.limits.memory-bytes", "64Mi"),
            Map.entry("sandpool.local.limits.processes", "10"),
            Map.entry("sandpool.local.limits.file-bytes", "1Mi"),
            Map.entry("sandpool.local.limits.open-files", "20"),
            Map.entry("sandpool.local.read-only-paths", "/opt/a,/opt/b"),
            Map.entry("sandpool.local.allow-in-kubernetes", "true"),
            Map.entry("sandpool.kubernetes.kubeconfig", "/etc/kubeconfig"),
            Map.entry("sandpool.kubernetes.context", "test"),
            Map.entry("sandpool.kubernetes.namespace", "boxes"),
            Map.entry("sandpool.raw.image-pull-policy", "Never"),
            Map.entry("sandpool.raw.run-as-user", "1001"),
            Map.entry("sandpool.raw.run-as-group", "1002"),
            Map.entry("sandpool.raw.max-lifetime", "1h"),
            Map.entry("sandpool.raw.image-pull-secrets", "one,two"),
            Map.entry("sandpool.raw.command", "/usr/bin/tini --  sleep infinity"),
            Map.entry("sandpool.raw.fs-group", "1003"),
            Map.entry("sandpool.raw.seccomp-profile", "Localhost/profiles/a.json"),
            Map.entry("sandpool.raw.read-only-root", "false"),
            Map.entry("sandpool.raw.service-account", "nobody"),
            Map.entry("sandpool.raw.runtime-class", "gvisor"),
            Map.entry("sandpool.raw.priority-class", "low"),
            Map.entry("sandpool.raw.node-selector", "pool=sandboxes"),
            Map.entry("sandpool.raw.tolerations", "a=b:NoSchedule,c"),
            Map.entry("sandpool.raw.host-aliases", "10.0.0.5=db,10.0.0.5=db.internal"),
            Map.entry("sandpool.raw.dns-policy", "Default"),
            Map.entry("sandpool.raw.dns-nameservers", "10.0.0.10,fd00::10"),
            Map.entry("sandpool.raw.dns-searches", "example.com"),
            Map.entry("sandpool.raw.dns-options", "ndots:2"),
            Map.entry("sandpool.raw.labels", "team=blue"),
            Map.entry("sandpool.raw.annotations", "example.com/owner=team blue"),
            Map.entry("sandpool.raw.pod-template", "spec:\n  shareProcessNamespace: true\n"));
    assertThat(other.keySet())
        .containsExactlyInAnyOrderElementsOf(Catalogue.all().stream().map(Setting::key).toList());

    // Given alone, each key must change the settings: one that is read and dropped would not.
    List<String> dead = new ArrayList<>();
    String defaults = withoutDescription(read(Map.of()));
    other.forEach(
        (key, value) -> {
          if (withoutDescription(read(Map.of(key, value))).equals(defaults)) {
            dead.add(key);
          }
        });
    assertThat(dead).isEmpty();

    SandpoolSettings all = read(other);
    assertThat(all.pools().get(0).spec().environment())
        .containsOnly(Map.entry("A", "b"), Map.entry("C", "d=e"));
    assertThat(all.local().readOnlyPaths()).containsExactly(Path.of("/opt/a"), Path.of("/opt/b"));
    assertThat(all.local().limits().memoryBytes()).isEqualTo(OptionalLong.of(64 << 20));
    assertThat(all.raw().pod().image().command())
        .containsExactly("/usr/bin/tini", "--", "sleep", "infinity");
    assertThat(all.raw().pod().security().fsGroup()).isEqualTo(1003);
    assertThat(all.raw().pod().names().hostAliases())
        .containsOnly(Map.entry("10.0.0.5", List.of("db", "db.internal")));
    assertThat(all.raw().pod().annotations()).containsEntry("example.com/owner", "team blue");
    assertThat(all.limits().defaultMaxOutputBytes()).isEqualTo(512 << 10);
  }

  @Test
  void reportsAllWrongKeysAtOnceWithValueAndCure() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.mode", "docker",
                        "sandpool.pool.max-wait", "10 fortnights",
                        "sandpool.exec.default-timeout", "3h")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactly("sandpool.mode", "sandpool.pool.max-wait", "sandpool.exec.max-timeout");
    assertThat(error)
        .hasMessageContaining("sandpool.mode: 'docker' cannot be used; give local or raw")
        .hasMessageContaining("'10 fortnights' cannot be used; give a time such as 30s")
        .hasMessageContaining("give at least sandpool.exec.default-timeout");
  }

  @Test
  void reportsWrongPodSettings() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.raw.image-pull-policy", "Sometimes",
                        "sandpool.raw.run-as-user", "0",
                        "sandpool.raw.tolerations", "a:Never",
                        "sandpool.raw.node-selector", "pool=two words",
                        "sandpool.raw.dns-policy", "None",
                        "sandpool.raw.labels", "sandpool.dev/network=open",
                        "sandpool.raw.pod-template", "spec: {hostPID: true}")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactlyInAnyOrder(
            "sandpool.raw.image-pull-policy",
            "sandpool.raw.run-as-user",
            "sandpool.raw.tolerations",
            "sandpool.raw.node-selector",
            "sandpool.raw.dns-policy",
            "sandpool.raw.labels",
            "sandpool.raw.pod-template spec.hostPID");
    assertThat(error)
        .hasMessageContaining("give taints such as dedicated=sandboxes:NoSchedule")
        .hasMessageContaining("give sandpool.raw.dns-nameservers with it");
  }

  @Test
  void namedSpecificationsTakeTheRestFromTheDefault() {
    Map<String, String> values =
        Map.of(
            "sandpool.spec.image", "debian:13",
            "sandpool.spec.cpu-limit", "3",
            "sandpool.spec.python.image", "python:3.13",
            "sandpool.pool.target", "1",
            "sandpool.pool.python.target", "5",
            "sandpool.raw.node-selector", "pool=small",
            "sandpool.raw.gpu.node-selector", "pool=gpu",
            "sandpool.specs", "gpu, default");

    SandpoolSettings settings =
        SandpoolSettings.read(key -> Optional.ofNullable(values.get(key)), values.keySet());

    assertThat(settings.pools())
        .extracting(
            plan -> plan.spec().name(), plan -> plan.spec().image(), plan -> plan.pool().target())
        .containsExactly(
            tuple("default", "debian:13", 1),
            tuple("gpu", "debian:13", 1),
            tuple("python", "python:3.13", 5));
    assertThat(settings.pools())
        .allSatisfy(plan -> assertThat(plan.spec().resources().cpuLimit()).isEqualTo("3"));
    assertThat(settings.raw().named().get("gpu").placement().nodeSelector())
        .containsEntry("pool", "gpu");
    assertThat(settings.spec("python").image()).isEqualTo("python:3.13");
    assertThat(settings.spec("unknown").name()).isEqualTo("default");
    assertThat(settings.raw().named().get("python")).isEqualTo(settings.raw().pod());
    assertThat(settings.description())
        .contains("sandpool.pool.python.target = 5 (set)")
        .doesNotContain("sandpool.pool.gpu.target");
  }

  @Test
  void everyKeyOfASpecificationCanBeItsOwn() {
    assertThat(NamedKey.settings())
        .extracting(Setting::key)
        .contains("sandpool.spec.image", "sandpool.pool.target", "sandpool.raw.pod-template")
        .allMatch(key -> key.matches("sandpool\\.(spec|pool|raw)\\.[a-z-]+"));
  }

  @Test
  void reportsWrongKeysOfASpecificationByTheirOwnNames() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.specs", "python",
                        "sandpool.spec.cpu-limit", "lots",
                        "sandpool.spec.python.memory-limit", "lots",
                        "sandpool.pool.python.max-total", "1",
                        "sandpool.raw.run-as-user", "0",
                        "sandpool.raw.python.pod-template", "spec: {hostIPC: true}")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactly(
            "sandpool.spec.cpu-limit",
            "sandpool.pool.python.target",
            "sandpool.spec.python.memory-limit",
            "sandpool.raw.run-as-user",
            "sandpool.raw.python.pod-template spec.hostIPC");
  }

  @Test
  void refusesNamesThatAreNone() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class, () -> read(Map.of("sandpool.specs", "my spec")));

    assertThat(error).hasMessageContaining("sandpool.specs: 'my spec' cannot be used; give names");
  }

  @Test
  void describesEachValueAndWhetherItWasSet() {
    assertThat(read(Map.of("sandpool.pool.target", "1")).description())
        .contains("sandpool.pool.target = 1 (set)")
        .contains("sandpool.pool.max-total = 20\n");
  }

  @Test
  void masksSecrets() {
    Setting<Integer> secret =
        new Setting<>("sandpool.pin", SettingType.INTEGER, "0", "A number.", true);

    InvalidValueException error =
        catchThrowableOfType(InvalidValueException.class, () -> secret.parse("hunter2"));

    assertThat(error).hasMessageContaining("***").hasMessageNotContaining("hunter2");
    assertThat(secret.shown("1234")).isEqualTo("***");
  }

  private static SandpoolSettings read(Map<String, String> values) {
    return SandpoolSettings.read(key -> Optional.ofNullable(values.get(key)));
  }

  private static String withoutDescription(SandpoolSettings settings) {
    return settings.toString().replace(settings.description(), "");
  }
}

package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.network.SandboxPolicy;
import dev.sandpool.kubernetes.raw.IsolationSettings;
import dev.sandpool.kubernetes.raw.PodOptions;
import dev.sandpool.local.LocalSettings;
import dev.sandpool.pool.ExecLimits;
import dev.sandpool.pool.LeakRules;
import dev.sandpool.pool.PoolSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SandpoolSettingsTest {

  @Test
  void defaultsAreAsDocumented() {
    SandpoolSettings settings = read(Map.of());

    assertThat(settings.mode()).isEqualTo("local");
    assertThat(settings.pools().get(0).pool())
        .isEqualTo(PoolSettings.of(2, 20, Duration.ofSeconds(10), 4));
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
            Map.entry("sandpool.pool.min-idle", "3"),
            Map.entry("sandpool.pool.max-total", "30"),
            Map.entry("sandpool.pool.max-wait", "250ms"),
            Map.entry("sandpool.pool.max-idle", "6"),
            Map.entry("sandpool.pool.max-per-tenant", "7"),
            Map.entry("sandpool.pool.on-exhausted", "wait"),
            Map.entry("sandpool.pool.refill-parallelism", "5"),
            Map.entry("sandpool.pool.refill-rate", "60"),
            Map.entry("sandpool.pool.warm-up", "block"),
            Map.entry("sandpool.pool.max-idle-time", "30m"),
            Map.entry("sandpool.pool.liveness-interval", "10s"),
            Map.entry("sandpool.pool.leak-threshold", "10m"),
            Map.entry("sandpool.pool.shutdown-timeout", "5s"),
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
            Map.entry("sandpool.conversation.header", "X-Thread"),
            Map.entry("sandpool.conversation.path-parameter", "thread"),
            Map.entry("sandpool.conversation.jwt-claim", "https://example.com/thread"),
            Map.entry("sandpool.mcp.enabled", "false"),
            Map.entry("sandpool.mcp.spec", "python"),
            Map.entry("sandpool.mcp.key", "everybody"),
            Map.entry("sandpool.mcp.idle-ttl", "10m"),
            Map.entry("sandpool.mcp.max-sessions", "7"),
            Map.entry("sandpool.mcp.max-output", "5000"),
            Map.entry("sandpool.security", "on"),
            Map.entry("sandpool.security.tenant-claim", "org"),
            Map.entry("sandpool.security.viewer-groups", "staff"),
            Map.entry("sandpool.security.user-groups", "devs,data"),
            Map.entry("sandpool.security.operator-groups", "on-call"),
            Map.entry("sandpool.tenant.requests-per-second", "7"),
            Map.entry("sandpool.tenant.request-burst", "8"),
            Map.entry("sandpool.tenant.max-execs", "9"),
            Map.entry("sandpool.tenant.transfer-per-minute", "10Mi"),
            Map.entry("sandpool.audit.file", "/var/log/audit.log"),
            Map.entry("sandpool.audit.command", "none"),
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
            Map.entry("sandpool.raw.network", "internet"),
            Map.entry("sandpool.raw.egress-dns", "169.254.20.10"),
            Map.entry("sandpool.raw.egress-allow", "203.0.113.0/24:443, [2001:db8::1]"),
            Map.entry("sandpool.raw.egress-services", "app=db@databases:5432"),
            Map.entry("sandpool.raw.isolation-probe", "enforce"),
            Map.entry("sandpool.raw.isolation-probe-image", "debian:13-slim"),
            Map.entry("sandpool.raw.labels", "team=blue"),
            Map.entry("sandpool.raw.annotations", "example.com/owner=team blue"),
            Map.entry("sandpool.raw.pod-template", "spec:\n  shareProcessNamespace: true\n"),
            Map.entry("sandpool.raw.namespace-per-sandbox", "true"),
            Map.entry("sandpool.raw.namespace-quota", "pods=1,count/jobs.batch=0,limits.cpu=1.5"),
            Map.entry("sandpool.raw.namespace-limit-range", "default.cpu=1,max.memory=4Gi"),
            Map.entry("sandpool.raw.namespace-labels", "team=green"),
            Map.entry("sandpool.raw.namespace-annotations", "example.com/cost=a b"),
            Map.entry("sandpool.instance", "blue"),
            Map.entry("sandpool.replica.lease", "30s"),
            Map.entry("sandpool.claim.warm-pool", "python"),
            Map.entry("sandpool.claim.template", "python"),
            Map.entry("sandpool.claim.pod-labels", "sandbox.users.io/team=blue"),
            Map.entry("sandpool.claim.pod-annotations", "example.com/owner=team blue"),
            Map.entry("sandpool.claim.lease", "5m"),
            Map.entry("sandpool.claim.max-lifetime", "1h"),
            Map.entry("sandpool.claim.container", "main"),
            Map.entry("sandpool.claim.connection", "direct"),
            Map.entry("sandpool.claim.tunnel-to", "router"),
            Map.entry("sandpool.claim.router-namespace", "routers"),
            Map.entry("sandpool.claim.router-service", "router"),
            Map.entry("sandpool.claim.router-token-file", "/etc/token"),
            Map.entry("sandpool.claim.gateway-namespace", "gateways"),
            Map.entry("sandpool.claim.gateway-name", "gateway"),
            Map.entry("sandpool.claim.gateway-timeout", "1m"),
            Map.entry("sandpool.claim.direct-url", "https://router.example.com"),
            Map.entry("sandpool.claim.direct-headers", "X-Team=blue"),
            Map.entry("sandpool.claim.direct-ca", "/etc/ca.pem"),
            Map.entry("sandpool.claim.cluster-domain", "example.local"),
            Map.entry("sandpool.claim.runtime", "legacy"),
            Map.entry("sandpool.claim.exec-fallback", "true"),
            Map.entry("sandpool.claim.legacy-port", "8889"),
            Map.entry("sandpool.claim.sandboxd-rest-port", "8081"),
            Map.entry("sandpool.claim.sandboxd-grpc-port", "9091"),
            Map.entry("sandpool.session.default-ttl", "2h"),
            Map.entry("sandpool.session.max-ttl", "48h"),
            Map.entry("sandpool.session.default-idle-ttl", "2m"),
            Map.entry("sandpool.session.max-idle-ttl", "3h"),
            Map.entry("sandpool.reaper.interval", "7s"),
            Map.entry("sandpool.reaper.runner", "off"),
            Map.entry("sandpool.redis.url", "rediss://redis.example.com:6380/1"));
    // What can only be given with, or without, some of these.
    Map<String, String> elsewhere =
        Map.of(
            "sandpool.claim.router-secret-file", "/etc/secret",
            "sandpool.claim.direct-certificate", "/etc/client.pem",
            "sandpool.claim.direct-key", "/etc/client.key",
            "sandpool.pool.leak-reclaim", "true");
    Map<String, String> ofRedis =
        Map.of(
            "sandpool.redis.user", "sandpool",
            "sandpool.redis.password", "secret",
            "sandpool.redis.ca-file", "/etc/redis.pem",
            "sandpool.redis.prefix", "other:",
            "sandpool.redis.timeout", "5s",
            "sandpool.redis.lifetime", "7d");
    Map<String, String> ofApiKeys =
        Map.of(
            "sandpool.api-keys", "ci",
            "sandpool.api-key.NAME.hash", "sha256:" + "0".repeat(64),
            "sandpool.api-key.NAME.tenant", "blue",
            "sandpool.api-key.NAME.roles", "viewer");
    assertThat(
            Stream.of(other, elsewhere, ofRedis, ofApiKeys).flatMap(map -> map.keySet().stream()))
        .containsExactlyInAnyOrderElementsOf(Catalogue.all().stream().map(Setting::key).toList());

    // Given alone, each key must change the settings: one that is read and dropped would not.
    List<String> dead = new ArrayList<>();
    String defaults = withoutDescription(read(Map.of()));
    other.forEach(
        (key, value) -> {
          if (withoutDescription(read(beside(key, value))).equals(defaults)) {
            dead.add(key);
          }
        });
    assertThat(dead).isEmpty();
    assertThat(withoutDescription(read(with("sandpool.claim.router-secret-file", elsewhere))))
        .contains("/etc/secret");
    assertThat(
            withoutDescription(
                read(
                    Map.of(
                        "sandpool.claim.direct-url", "https://router.example.com",
                        "sandpool.claim.direct-certificate", "/etc/client.pem",
                        "sandpool.claim.direct-key", "/etc/client.key"))))
        .contains("/etc/client.pem", "/etc/client.key");
    assertThat(
            read(Map.of(
                    "sandpool.pool.leak-threshold", "10m",
                    "sandpool.pool.leak-reclaim", "true"))
                .pools()
                .get(0)
                .pool()
                .leaks())
        .isEqualTo(new LeakRules(Duration.ofMinutes(10), true));

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
        .hasMessageContaining(
            "sandpool.mode: 'docker' cannot be used; give agent-sandbox or local or raw")
        .hasMessageContaining("'10 fortnights' cannot be used; give a time such as 30s")
        .hasMessageContaining("give at least sandpool.exec.default-timeout");
  }

  @Test
  void conversationsAreNamedByAHeaderUnlessSaidOtherwise() {
    assertThat(read(Map.of()).conversation())
        .isEqualTo(
            new ConversationSettings(
                Optional.of("X-Conversation-Id"), Optional.empty(), Optional.empty()));
    assertThat(
            read(Map.of(
                    "sandpool.conversation.header", "none",
                    "sandpool.conversation.path-parameter", "thread",
                    "sandpool.conversation.jwt-claim", "none"))
                .conversation())
        .isEqualTo(
            new ConversationSettings(Optional.empty(), Optional.of("thread"), Optional.empty()));
  }

  @Test
  void reportsNamesThatNoConversationCanHave() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.conversation.header", "X Thread",
                        "sandpool.conversation.path-parameter", "{thread}",
                        "sandpool.conversation.jwt-claim", "a\nb")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactly(
            "sandpool.conversation.header",
            "sandpool.conversation.path-parameter",
            "sandpool.conversation.jwt-claim");
    assertThat(error)
        .hasMessageContaining(
            "'X Thread' cannot be used; give the name of an HTTP header such as X-Conversation-Id");
  }

  @Test
  void mcpSessionsHaveAnEndAndASpecification() {
    McpSettings usual = read(Map.of()).mcp();
    assertThat(usual.key()).isEmpty();
    assertThat(usual.idleTtl()).isEqualTo(Duration.ofHours(1));
    assertThat(usual.directory()).isEqualTo("/workspace");

    assertThat(
            read(Map.of(
                    "sandpool.mcp.spec", "python",
                    "sandpool.spec.python.working-directory", "/srv",
                    "sandpool.specs", "python"))
                .mcp()
                .directory())
        .isEqualTo("/srv");

    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.session.max-idle-ttl", "30m",
                        "sandpool.session.default-idle-ttl", "10m",
                        "sandpool.mcp.spec", "rust")));
    assertThat(error)
        .hasMessageContaining("sandpool.mcp.spec: 'rust' cannot be used; the specifications")
        .hasMessageContaining("sandpool.mcp.idle-ttl: 'PT1H' cannot be used; give at most");
    assertThat(refusedMcp("idle-ttl", "0s")).contains("give at least 1s");
    assertThat(refusedMcp("max-sessions", "0")).contains("give 1 or more");
    assertThat(refusedMcp("max-output", "999")).contains("give 1000 to 10000000 characters");
  }

  private static String refusedMcp(String key, String value) {
    return catchThrowableOfType(
            InvalidSettingsException.class, () -> read(Map.of("sandpool.mcp." + key, value)))
        .getMessage();
  }

  @Test
  void specificationsOwnSourceReplacesTheOneForAll() {
    SandpoolSettings settings =
        read(
            Map.of(
                "sandpool.mode", "agent-sandbox",
                "sandpool.specs", "node,python",
                "sandpool.claim.warm-pool", "all",
                "sandpool.claim.pod-labels", "sandbox.users.io/team=blue",
                "sandpool.claim.node.template", "node",
                "sandpool.claim.python.warm-pool", "python"));

    assertThat(settings.claim().claim().warmPool()).hasValue("all");
    assertThat(settings.claim().named().get("node").template()).hasValue("node");
    assertThat(settings.claim().named().get("node").warmPool()).isEmpty();
    assertThat(settings.claim().named().get("node").podLabels())
        .containsEntry("sandbox.users.io/team", "blue");
    assertThat(settings.claim().named().get("python").warmPool()).hasValue("python");
  }

  @Test
  void claimsNeedOneSourceAndALeaseThatCanBeRenewed() {
    InvalidSettingsException none =
        catchThrowableOfType(
            InvalidSettingsException.class, () -> read(Map.of("sandpool.mode", "agent-sandbox")));
    InvalidSettingsException two =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.mode", "agent-sandbox",
                        "sandpool.specs", "node",
                        "sandpool.claim.warm-pool", "all",
                        "sandpool.claim.node.warm-pool", "one",
                        "sandpool.claim.node.template", "two",
                        "sandpool.claim.lease", "5s")));
    InvalidSettingsException shorter =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () -> read(Map.of("sandpool.claim.max-lifetime", "5m")));

    assertThat(none.problems())
        .extracting(InvalidValueException::field)
        .containsExactly("sandpool.claim.warm-pool");
    assertThat(none).hasMessageContaining("SandboxTemplate in sandpool.claim.template");
    assertThat(two.problems())
        .extracting(InvalidValueException::field)
        .containsExactlyInAnyOrder("sandpool.claim.node.template", "sandpool.claim.lease");
    assertThat(shorter).hasMessageContaining("give no less than sandpool.claim.lease");
    assertThat(read(Map.of()).claim().claim().warmPool()).isEmpty();
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
                        "sandpool.raw.pod-template", "spec: {hostPID: true}",
                        "sandpool.raw.egress-allow", "10.0.0.0/8:443,10.1.2.3/8:443",
                        "sandpool.raw.egress-services", "app=db@databases:http",
                        "sandpool.raw.egress-dns", "169.254.169.254")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactlyInAnyOrder(
            "sandpool.raw.image-pull-policy",
            "sandpool.raw.run-as-user",
            "sandpool.raw.tolerations",
            "sandpool.raw.node-selector",
            "sandpool.raw.dns-policy",
            "sandpool.raw.labels",
            "sandpool.raw.pod-template spec.hostPID",
            "sandpool.raw.egress-allow",
            "sandpool.raw.egress-services",
            "sandpool.raw.egress-dns");
    assertThat(error)
        .hasMessageContaining(
            "'a:Never' cannot be used; give a taint such as dedicated=sandboxes:NoSchedule")
        .hasMessageContaining("'10.1.2.3/8' cannot be used; it has bits behind its prefix")
        .hasMessageContaining("give 10.0.0.0/8")
        .hasMessageContaining("'app=db@databases:http' cannot be used; give ports")
        .hasMessageContaining("'169.254.169.254' cannot be used")
        .hasMessageContaining("give sandpool.raw.dns-nameservers with it");
  }

  @Test
  void specificationMayReachLessThanTheOthers() {
    Map<String, String> values =
        Map.of(
            "sandpool.specs", "locked,near",
            "sandpool.raw.network", "internet",
            "sandpool.raw.egress-allow", "10.0.0.0/8:443",
            "sandpool.raw.egress-services", "app=db@databases:5432",
            "sandpool.raw.locked.network", "none",
            "sandpool.raw.locked.egress-allow", "none",
            "sandpool.raw.locked.egress-services", "none",
            "sandpool.raw.near.network", "dns");

    Map<String, PodOptions> named =
        SandpoolSettings.read(key -> Optional.ofNullable(values.get(key)), values.keySet())
            .raw()
            .named();

    assertThat(SandboxPolicy.of(named.get("locked").network()).name())
        .isEqualTo(SandboxPolicy.DENY_ALL);
    assertThat(named.get("near").network().addresses()).hasSize(1);
  }

  @Test
  void probeIsOfTheDefaultSpecificationUnlessItHasAnImage() {
    Map<String, String> image =
        Map.of(
            "sandpool.spec.image", "a:1",
            "sandpool.raw.isolation-probe-image", "b:2");

    assertThat(read(Map.of("sandpool.spec.image", "a:1")).raw().isolation().spec())
        .map(SandboxSpec::image)
        .contains("a:1");
    assertThat(read(image).raw().isolation().spec()).map(SandboxSpec::image).contains("b:2");
    assertThat(read(Map.of("sandpool.raw.isolation-probe", "off")).raw().isolation())
        .isEqualTo(IsolationSettings.OFF);
  }

  @Test
  void reportsWrongNamespaceSettings() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.raw.namespace-per-sandbox", "yes",
                        "sandpool.raw.namespace-quota", "pods=many",
                        "sandpool.raw.namespace-limit-range", "limit.cpu=1",
                        "sandpool.raw.namespace-labels",
                            "pod-security.kubernetes.io/enforce=privileged")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactlyInAnyOrder(
            "sandpool.raw.namespace-per-sandbox",
            "sandpool.raw.namespace-quota",
            "sandpool.raw.namespace-limit-range",
            "sandpool.raw.namespace-labels");
    assertThat(error)
        .hasMessageContaining("give quantities such as pods=1,limits.cpu=2")
        .hasMessageContaining("give default, defaultRequest, min or max")
        .hasMessageContaining("to keep them restricted");
  }

  @Test
  void annotationThatTakesAProfileAwayIsRefused() {
    String appArmor = "container.apparmor.security.beta.kubernetes.io/sandbox";

    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.specs", "python",
                        "sandpool.raw.annotations", appArmor + "=unconfined",
                        "sandpool.raw.python.annotations", "a=b," + appArmor + "=unconfined")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactly(
            "sandpool.raw.annotations metadata.annotations[" + appArmor + "]",
            "sandpool.raw.python.annotations metadata.annotations[" + appArmor + "]");
    assertThat(error).hasMessageContaining("'unconfined' cannot be used; ");
    assertThat(read(Map.of("sandpool.raw.annotations", appArmor + "=runtime/default"))).isNotNull();
  }

  @Test
  void namedSpecificationsTakeTheRestFromTheDefault() {
    Map<String, String> values =
        Map.of(
            "sandpool.spec.image", "debian:13",
            "sandpool.spec.cpu-limit", "3",
            "sandpool.spec.python.image", "python:3.13",
            "sandpool.pool.min-idle", "1",
            "sandpool.pool.python.min-idle", "5",
            "sandpool.raw.node-selector", "pool=small",
            "sandpool.raw.gpu.node-selector", "pool=gpu",
            "sandpool.specs", "gpu, default");

    SandpoolSettings settings =
        SandpoolSettings.read(key -> Optional.ofNullable(values.get(key)), values.keySet());

    assertThat(settings.pools())
        .extracting(
            plan -> plan.spec().name(),
            plan -> plan.spec().image(),
            plan -> plan.pool().sizes().minIdle())
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
        .contains("sandpool.pool.python.min-idle = 5 (set)")
        .doesNotContain("sandpool.pool.gpu.min-idle");
  }

  @Test
  void everyKeyOfASpecificationCanBeItsOwn() {
    assertThat(NamedKey.settings())
        .extracting(Setting::key)
        .contains("sandpool.spec.image", "sandpool.pool.min-idle", "sandpool.raw.pod-template")
        .allMatch(key -> key.matches("sandpool\\.(spec|pool|raw|claim)\\.[a-z-]+"));
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
            "sandpool.pool.python.min-idle",
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
    assertThat(read(Map.of("sandpool.pool.min-idle", "1")).description())
        .contains("sandpool.pool.min-idle = 1 (set)")
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

  /** Some need another one, which alone makes no difference to the test. */
  private static Map<String, String> beside(String key, String value) {
    return switch (key) {
      case "sandpool.claim.direct-ca", "sandpool.claim.connection" ->
          Map.of(key, value, "sandpool.claim.direct-url", "https://router.example.com");
      case "sandpool.mcp.spec" -> Map.of(key, value, "sandpool.specs", value);
      default -> Map.of(key, value);
    };
  }

  private static Map<String, String> with(String key, Map<String, String> values) {
    return Map.of(key, values.get(key));
  }

  private static SandpoolSettings read(Map<String, String> values) {
    return SandpoolSettings.read(key -> Optional.ofNullable(values.get(key)));
  }

  private static String withoutDescription(SandpoolSettings settings) {
    return settings.toString().replace(settings.description(), "");
  }
}

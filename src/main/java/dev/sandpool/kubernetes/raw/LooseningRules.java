package dev.sandpool.kubernetes.raw;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What would loosen a sandbox, field by field.
 *
 * <p>All that the <em>restricted</em> Pod Security Standard forbids to be there, and somewhat more:
 * no capability at all, no group root, no token by way of a volume.
 */
final class LooseningRules {

  /** Every list that may have containers in it. */
  static final List<String> CONTAINER_LISTS =
      List.of("containers", "initContainers", "ephemeralContainers");

  private static final String SHARED = "sandboxes share nothing with their node; leave it out";
  private static final String ROOT =
      "nothing in a sandbox runs as root; give another, such as 1000";
  private static final String RAISED = "nothing in a sandbox gets more rights; leave it out";
  private static final String TOKEN = "a sandbox gets no credentials of the cluster; leave it out";

  private static final Set<String> PROFILES = Set.of("RuntimeDefault", "Localhost");

  private static final Set<String> SELINUX_TYPES =
      Set.of("", "container_t", "container_init_t", "container_kvm_t", "container_engine_t");

  private static final Set<String> SYSCTLS =
      Set.of(
          "kernel.shm_rmid_forced",
          "net.ipv4.ip_local_port_range",
          "net.ipv4.ip_local_reserved_ports",
          "net.ipv4.ip_unprivileged_port_start",
          "net.ipv4.ping_group_range",
          "net.ipv4.tcp_fin_timeout",
          "net.ipv4.tcp_keepalive_intvl",
          "net.ipv4.tcp_keepalive_probes",
          "net.ipv4.tcp_keepalive_time",
          "net.ipv4.tcp_rmem",
          "net.ipv4.tcp_syncookies",
          "net.ipv4.tcp_wmem");

  private static final Set<String> VOLUMES =
      Set.of(
          "name",
          "configMap",
          "csi",
          "downwardAPI",
          "emptyDir",
          "ephemeral",
          "persistentVolumeClaim",
          "projected",
          "secret");

  private static final String APPARMOR = "container.apparmor.security.beta.kubernetes.io/";

  /** All of them. */
  static final List<PodRule> ALL =
      Stream.of(
              pod(),
              volumes(),
              contexts("spec.securityContext."),
              CONTAINER_LISTS.stream().flatMap(list -> container("spec." + list + "[].")))
          .flatMap(rules -> rules)
          .toList();

  private LooseningRules() {}

  private static Stream<PodRule> pod() {
    return Stream.of(
        PodRule.not("spec.hostNetwork", "true", SHARED),
        PodRule.not("spec.hostPID", "true", SHARED),
        PodRule.not("spec.hostIPC", "true", SHARED),
        PodRule.not("spec.automountServiceAccountToken", "true", TOKEN),
        PodRule.not("spec.securityContext.fsGroup", "0", ROOT),
        PodRule.not("spec.securityContext.supplementalGroups[]", "0", ROOT),
        PodRule.oneOf("spec.securityContext.sysctls[].name", SYSCTLS),
        new PodRule(
            "metadata.annotations.*",
            field -> !field.name().startsWith(APPARMOR) || confines(JsonTrees.shown(field.value())),
            "sandboxes keep their AppArmor profile; leave it out"));
  }

  private static boolean confines(String appArmor) {
    return appArmor.isEmpty()
        || appArmor.equals("runtime/default")
        || appArmor.startsWith("localhost/");
  }

  private static Stream<PodRule> volumes() {
    return Stream.of(
        new PodRule(
            "spec.volumes[].*",
            field -> VOLUMES.contains(field.name()),
            "sandboxes have no volumes of this kind; take emptyDir, configMap, secret, projected,"
                + " downwardAPI, csi, ephemeral or persistentVolumeClaim"),
        PodRule.never("spec.volumes[].projected.sources[].serviceAccountToken", TOKEN),
        PodRule.never("spec.volumes[].projected.sources[].podCertificate", TOKEN));
  }

  /** What a Pod's security context and a container's have in common. */
  private static Stream<PodRule> contexts(String context) {
    return Stream.of(
        PodRule.not(context + "runAsNonRoot", "false", ROOT),
        PodRule.not(context + "runAsUser", "0", ROOT),
        PodRule.not(context + "runAsGroup", "0", ROOT),
        PodRule.oneOf(context + "seccompProfile.type", PROFILES),
        PodRule.oneOf(context + "appArmorProfile.type", PROFILES),
        PodRule.oneOf(context + "seLinuxOptions.type", SELINUX_TYPES),
        PodRule.oneOf(context + "seLinuxOptions.user", Set.of("")),
        PodRule.oneOf(context + "seLinuxOptions.role", Set.of("")),
        PodRule.not(context + "windowsOptions.hostProcess", "true", SHARED));
  }

  private static Stream<PodRule> container(String container) {
    String context = container + "securityContext.";
    Stream<PodRule> own =
        Stream.of(
            PodRule.not(context + "privileged", "true", RAISED),
            PodRule.not(context + "allowPrivilegeEscalation", "true", RAISED),
            PodRule.never(context + "capabilities.add[]", RAISED),
            PodRule.oneOf(context + "procMount", Set.of("Default")),
            new PodRule(
                container + "ports[].hostPort",
                field -> JsonTrees.shown(field.value()).equals("0"),
                SHARED));
    Stream<PodRule> hosts =
        Stream.of("livenessProbe", "readinessProbe", "startupProbe", "lifecycle.*")
            .flatMap(
                handler ->
                    Stream.of("httpGet", "tcpSocket")
                        .map(kind -> container + handler + "." + kind + ".host"))
            .map(pattern -> PodRule.oneOf(pattern, Set.of("")));
    return Stream.of(own, contexts(context), hosts).flatMap(rules -> rules);
  }
}

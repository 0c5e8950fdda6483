package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodTemplateTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "spec: {hostNetwork: true}          | spec.hostNetwork: 'true'",
        "spec: {hostNetwork: 'true'}        | spec.hostNetwork: 'true'",
        "spec: {hostPID: true}              | spec.hostPID: 'true'",
        "spec: {hostIPC: true}              | spec.hostIPC: 'true'",
        "spec: {automountServiceAccountToken: true} | spec.automountServiceAccountToken: 'true'",
        "spec: {volumes: [{name: data, hostPath: {path: /}}]} | spec.volumes[data].hostPath: '{",
        "spec: {volumes: [{name: data, nfs: {server: a, path: /}}]} | spec.volumes[data].nfs: '{",
        "spec: {volumes: [{name: t, projected: {sources: [{serviceAccountToken: {path: t}}]}}]}"
            + "| spec.volumes[t].projected.sources[0].serviceAccountToken: '{",
        "spec: {securityContext: {runAsUser: 0}}   | spec.securityContext.runAsUser: '0'",
        "spec: {securityContext: {runAsUser: 0.0}} | spec.securityContext.runAsUser: '0'",
        "spec: {securityContext: {runAsGroup: 0}}  | spec.securityContext.runAsGroup: '0'",
        "spec: {securityContext: {fsGroup: 0}}     | spec.securityContext.fsGroup: '0'",
        "spec: {securityContext: {supplementalGroups: [5, 0]}}"
            + "| spec.securityContext.supplementalGroups[1]: '0'",
        "spec: {securityContext: {runAsNonRoot: false}} | spec.securityContext.runAsNonRoot: 'false'",
        "spec: {securityContext: {seccompProfile: {type: Unconfined}}}"
            + "| spec.securityContext.seccompProfile.type: 'Unconfined'",
        "spec: {securityContext: {appArmorProfile: {type: Unconfined}}}"
            + "| spec.securityContext.appArmorProfile.type: 'Unconfined'",
        "spec: {securityContext: {seLinuxOptions: {type: spc_t}}}"
            + "| spec.securityContext.seLinuxOptions.type: 'spc_t'",
        "spec: {securityContext: {seLinuxOptions: {user: root}}}"
            + "| spec.securityContext.seLinuxOptions.user: 'root'",
        "spec: {securityContext: {seLinuxOptions: {role: sysadm_r}}}"
            + "| spec.securityContext.seLinuxOptions.role: 'sysadm_r'",
        "spec: {securityContext: {windowsOptions: {hostProcess: true}}}"
            + "| spec.securityContext.windowsOptions.hostProcess: 'true'",
        "spec: {securityContext: {sysctls: [{name: kernel.msgmax, value: '1'}]}}"
            + "| spec.securityContext.sysctls[kernel.msgmax].name: 'kernel.msgmax'",
        "metadata: {annotations: {container.apparmor.security.beta.kubernetes.io/sandbox: unconfined}}"
            + "| metadata.annotations[container.apparmor.security.beta.kubernetes.io/sandbox]"
            + ": 'unconfined'",
        "metadata: {name: mine}             | metadata.name: 'mine'",
        "metadata: {finalizers: [a/b]}      | metadata.finalizers: '",
        "metadata: {labels: {sandpool.dev/network: open}}"
            + "| metadata.labels[sandpool.dev/network]: 'open'",
        "metadata: {annotations: {sandpool.dev/x: y}} | metadata.annotations[sandpool.dev/x]: 'y'",
        "kind: Deployment                   | kind: 'Deployment'",
        "apiVersion: v2                     | apiVersion: 'v2'",
        "status: {phase: Running}           | status: '{",
        "spec: {restartPolicy: Always}      | spec.restartPolicy: 'Always'",
        "spec: {activeDeadlineSeconds: 9}   | spec.activeDeadlineSeconds: '9'",
        "spec: {ephemeralContainers: [{name: x}]} | spec.ephemeralContainers: '[",
      })
  void refusesWhatLoosensThePod(String template, String expected) {
    assertRefused(template, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "securityContext: {privileged: true}    | securityContext.privileged: 'true'",
        "securityContext: {allowPrivilegeEscalation: true}"
            + "| securityContext.allowPrivilegeEscalation: 'true'",
        "securityContext: {capabilities: {add: [SYS_ADMIN]}}"
            + "| securityContext.capabilities.add[0]: 'SYS_ADMIN'",
        "securityContext: {capabilities: {add: [NET_BIND_SERVICE]}}"
            + "| securityContext.capabilities.add[0]: 'NET_BIND_SERVICE'",
        "securityContext: {procMount: Unmasked} | securityContext.procMount: 'Unmasked'",
        "securityContext: {runAsUser: 0}        | securityContext.runAsUser: '0'",
        "securityContext: {runAsGroup: 0}       | securityContext.runAsGroup: '0'",
        "securityContext: {runAsNonRoot: false} | securityContext.runAsNonRoot: 'false'",
        "securityContext: {seccompProfile: {type: Unconfined}}"
            + "| securityContext.seccompProfile.type: 'Unconfined'",
        "securityContext: {appArmorProfile: {type: Unconfined}}"
            + "| securityContext.appArmorProfile.type: 'Unconfined'",
        "securityContext: {seLinuxOptions: {type: spc_t}}"
            + "| securityContext.seLinuxOptions.type: 'spc_t'",
        "securityContext: {windowsOptions: {hostProcess: true}}"
            + "| securityContext.windowsOptions.hostProcess: 'true'",
        "ports: [{containerPort: 80, hostPort: 80}] | ports[0].hostPort: '80'",
        "livenessProbe: {httpGet: {port: 1, host: 169.254.169.254}}"
            + "| livenessProbe.httpGet.host: '169.254.169.254'",
        "readinessProbe: {tcpSocket: {port: 1, host: a}} | readinessProbe.tcpSocket.host: 'a'",
        "startupProbe: {tcpSocket: {port: 1, host: a}}   | startupProbe.tcpSocket.host: 'a'",
        "lifecycle: {postStart: {httpGet: {port: 1, host: a}}}"
            + "| lifecycle.postStart.httpGet.host: 'a'",
        "lifecycle: {preStop: {tcpSocket: {port: 1, host: a}}}"
            + "| lifecycle.preStop.tcpSocket.host: 'a'",
      })
  void refusesWhatLoosensAnyContainer(String fields, String expected) {
    for (String list : new String[] {"containers", "initContainers"}) {
      assertRefused(
          "spec: {%s: [{name: side, %s}]}".formatted(list, fields),
          "spec.%s[side].%s".formatted(list, expected));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "spec: {hostNetwrok: true}    | hostNetwrok",
        "spec: {containers: {a: b}}   | to be an array",
        "spec: {containers: null}     | to be an array",
        "spec: null                   | spec: 'null' cannot be used",
        "spec:                        | spec: 'null' cannot be used",
        "just text                    | give fields of a Pod",
        "spec: [                      | give YAML",
        "a: !!java.io.File [/]        | give YAML",
        "/no/such/file                | give a file that can be read",
      })
  void refusesWhatIsNoPod(String template, String expected) {
    assertRefused(template, expected);
  }

  @Test
  void whatStaysInsideIsTaken() {
    PodTemplate.parse(
        """
        apiVersion: v1
        kind: Pod
        metadata:
          labels: {team: blue}
        spec:
          hostNetwork: false
          restartPolicy: Never
          securityContext:
            runAsUser: 2000
            sysctls: [{name: net.ipv4.ping_group_range, value: "0 0"}]
          volumes:
          - name: data
            persistentVolumeClaim: {claimName: data}
          initContainers:
          - name: proxy
            image: proxy:1
            restartPolicy: Always
            securityContext: {capabilities: {drop: [NET_RAW]}, privileged: false}
        """);
  }

  @Test
  void readsAFile() throws IOException {
    Path file = Files.writeString(directory.resolve("pod.yaml"), "spec: {priority: 7}");

    assertThat(PodTemplate.parse(file.toString()))
        .isEqualTo(PodTemplate.parse("spec: {priority: 7}"));
  }

  private static void assertRefused(String template, String expected) {
    assertThatThrownBy(() -> PodTemplate.parse(template))
        .as(template)
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("sandpool.raw.pod-template")
        .hasMessageContaining(expected)
        .hasMessageContaining("; ");
  }
}

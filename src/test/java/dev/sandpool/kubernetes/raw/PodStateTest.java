package dev.sandpool.kubernetes.raw;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.kubernetes.SandboxState;
import io.kubernetes.client.openapi.models.V1ContainerState;
import io.kubernetes.client.openapi.models.V1ContainerStateTerminated;
import io.kubernetes.client.openapi.models.V1ContainerStateWaiting;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodCondition;
import io.kubernetes.client.openapi.models.V1PodStatus;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodStateTest {

  @Test
  void isPendingBeforeAnyStatus() {
    SandboxState state = PodState.of(new V1Pod().metadata(new V1ObjectMeta()));

    assertThat(state.kind()).isEqualTo(SandboxState.Kind.PENDING);
  }

  @Test
  void isReadyByItsCondition() {
    V1PodStatus status = new V1PodStatus().phase("Running").addConditionsItem(ready("True"));

    assertThat(PodState.of(pod(status)).kind()).isEqualTo(SandboxState.Kind.READY);
    status.setConditions(java.util.List.of(ready("False")));
    assertThat(PodState.of(pod(status)).kind()).isEqualTo(SandboxState.Kind.PENDING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ErrImagePull",
        "ImagePullBackOff",
        "ErrImageNeverPull",
        "InvalidImageName",
        "CreateContainerConfigError"
      })
  void isOverWhenWaitingIsHopeless(String reason) {
    SandboxState state = PodState.of(waiting(reason, "because"));

    assertThat(state).isEqualTo(SandboxState.over(reason + ": because"));
  }

  @Test
  void waitsWhileTheContainerIsMade() {
    SandboxState state = PodState.of(waiting("ContainerCreating", null));

    assertThat(state).isEqualTo(SandboxState.pending("ContainerCreating"));
  }

  @Test
  void saysWhyItIsNotScheduled() {
    V1PodStatus status =
        new V1PodStatus()
            .phase("Pending")
            .addConditionsItem(
                new V1PodCondition()
                    .type("PodScheduled")
                    .status("False")
                    .reason("Unschedulable")
                    .message("0/1 nodes are available: insufficient cpu"));

    assertThat(PodState.of(pod(status)).reason()).contains("Unschedulable", "insufficient cpu");
  }

  @Test
  void saysHowTheContainerEnded() {
    V1ContainerState ended =
        new V1ContainerState()
            .terminated(new V1ContainerStateTerminated().exitCode(137).reason("OOMKilled"));
    V1PodStatus status =
        new V1PodStatus()
            .phase("Running")
            .addConditionsItem(ready("True"))
            .addContainerStatusesItem(new V1ContainerStatus().state(ended));

    SandboxState state = PodState.of(pod(status));

    assertThat(state.kind()).isEqualTo(SandboxState.Kind.OVER);
    assertThat(state.reason()).contains("137", "OOMKilled");
  }

  @Test
  void saysThatItWasEvicted() {
    V1PodStatus status =
        new V1PodStatus().phase("Failed").reason("Evicted").message("The node was low on memory");

    assertThat(PodState.of(pod(status)).reason()).contains("Evicted", "low on memory");
  }

  @Test
  void isOverWhileBeingDeletedThoughStillReady() {
    V1Pod pod = pod(new V1PodStatus().phase("Running").addConditionsItem(ready("True")));
    pod.getMetadata().setDeletionTimestamp(OffsetDateTime.MAX);

    assertThat(PodState.of(pod).kind()).isEqualTo(SandboxState.Kind.OVER);
  }

  @Test
  void initContainerThatDidItsWorkIsNoEnd() {
    V1PodStatus status =
        new V1PodStatus()
            .phase("Running")
            .addConditionsItem(ready("True"))
            .addInitContainerStatusesItem(ended(0));

    assertThat(PodState.of(pod(status)).kind()).isEqualTo(SandboxState.Kind.READY);
  }

  @Test
  void initContainerThatFailedIsTheReason() {
    V1PodStatus status =
        new V1PodStatus()
            .phase("Failed")
            .addInitContainerStatusesItem(ended(0))
            .addInitContainerStatusesItem(ended(3));

    assertThat(PodState.of(pod(status)).reason()).contains("exit code 3");
  }

  private static V1ContainerStatus ended(int exitCode) {
    return new V1ContainerStatus()
        .state(
            new V1ContainerState().terminated(new V1ContainerStateTerminated().exitCode(exitCode)));
  }

  private static V1Pod waiting(String reason, String message) {
    V1ContainerState state =
        new V1ContainerState()
            .waiting(new V1ContainerStateWaiting().reason(reason).message(message));
    return pod(
        new V1PodStatus()
            .phase("Pending")
            .addContainerStatusesItem(new V1ContainerStatus().state(state)));
  }

  private static V1Pod pod(V1PodStatus status) {
    return new V1Pod().metadata(new V1ObjectMeta()).status(status);
  }

  private static V1PodCondition ready(String status) {
    return new V1PodCondition().type("Ready").status(status);
  }
}

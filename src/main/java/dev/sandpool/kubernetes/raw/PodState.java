package dev.sandpool.kubernetes.raw;

import dev.sandpool.kubernetes.SandboxState;
import io.kubernetes.client.openapi.models.V1ContainerState;
import io.kubernetes.client.openapi.models.V1ContainerStateTerminated;
import io.kubernetes.client.openapi.models.V1ContainerStateWaiting;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodCondition;
import io.kubernetes.client.openapi.models.V1PodStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a Pod's status means for a sandbox. */
final class PodState {

  /** Reasons to wait that don't pass by waiting; the kubelet's own names. */
  private static final Set<String> HOPELESS =
      Set.of(
          "ErrImagePull",
          "ImagePullBackOff",
          "ErrImageNeverPull",
          "InvalidImageName",
          "ImageInspectError",
          "CreateContainerConfigError",
          "CreateContainerError",
          "RunContainerError",
          "CrashLoopBackOff");

  private static final Set<String> ENDED = Set.of("Failed", "Succeeded");

  private PodState() {}

  static SandboxState of(V1Pod pod) {
    V1PodStatus status = Optional.ofNullable(pod.getStatus()).orElseGet(V1PodStatus::new);
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      return SandboxState.over("it is being deleted" + because(status));
    }
    if (ENDED.contains(Optional.ofNullable(status.getPhase()).orElse(""))) {
      return SandboxState.over(
          "it ended (" + status.getPhase() + ")" + because(status) + ended(status));
    }
    if (terminated(status.getContainerStatuses()).findFirst().isPresent()) {
      return SandboxState.over("its container ended" + ended(status));
    }
    Optional<V1ContainerStateWaiting> hopeless = waiting(status, true);
    if (hopeless.isPresent()) {
      return SandboxState.over(words(hopeless.get()));
    }
    return isReady(status) ? SandboxState.READY : pending(status);
  }

  private static SandboxState pending(V1PodStatus status) {
    return unscheduled(status)
        .map(SandboxState::held)
        .orElseGet(
            () ->
                SandboxState.pending(
                    waiting(status, false)
                        .map(PodState::words)
                        .orElse("it is " + Optional.ofNullable(status.getPhase()).orElse("new"))));
  }

  private static boolean isReady(V1PodStatus status) {
    return conditions(status)
        .anyMatch(
            condition ->
                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
  }

  private static Optional<String> unscheduled(V1PodStatus status) {
    return conditions(status)
        .filter(condition -> "PodScheduled".equals(condition.getType()))
        .filter(condition -> "False".equals(condition.getStatus()))
        .map(condition -> condition.getReason() + ": " + condition.getMessage())
        .findFirst();
  }

  private static Optional<V1ContainerStateWaiting> waiting(V1PodStatus status, boolean hopeless) {
    return states(status)
        .flatMap(state -> Stream.ofNullable(state.getWaiting()))
        .filter(waiting -> hopeless == HOPELESS.contains(String.valueOf(waiting.getReason())))
        .findFirst();
  }

  private static String ended(V1PodStatus status) {
    return Stream.concat(
            // One that did its work and ended is no reason.
            terminated(status.getInitContainerStatuses()).filter(end -> end.getExitCode() != 0),
            terminated(status.getContainerStatuses()))
        .findFirst()
        .map(
            terminated ->
                ", container exit code %d%s"
                    .formatted(
                        terminated.getExitCode(),
                        terminated.getReason() == null ? "" : " (" + terminated.getReason() + ")"))
        .orElse("");
  }

  private static String because(V1PodStatus status) {
    String reason = Optional.ofNullable(status.getReason()).map(text -> ": " + text).orElse("");
    return reason + Optional.ofNullable(status.getMessage()).map(text -> ", " + text).orElse("");
  }

  private static String words(V1ContainerStateWaiting waiting) {
    return waiting.getReason()
        + Optional.ofNullable(waiting.getMessage()).map(text -> ": " + text).orElse("");
  }

  private static Stream<V1ContainerState> states(V1PodStatus status) {
    return Stream.concat(
        states(status.getInitContainerStatuses()), states(status.getContainerStatuses()));
  }

  private static Stream<V1ContainerStateTerminated> terminated(List<V1ContainerStatus> statuses) {
    return states(statuses).flatMap(state -> Stream.ofNullable(state.getTerminated()));
  }

  private static Stream<V1PodCondition> conditions(V1PodStatus status) {
    return Optional.ofNullable(status.getConditions()).orElse(List.of()).stream();
  }

  private static Stream<V1ContainerState> states(List<V1ContainerStatus> statuses) {
    return Optional.ofNullable(statuses).orElse(List.of()).stream()
        .flatMap(status -> Stream.ofNullable(status.getState()));
  }
}

package dev.sandpool.kubernetes.raw;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.kubernetes.ObjectName;
import dev.sandpool.kubernetes.SandboxKeys;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Pod;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Deletes the namespaces of sandboxes that are over, whoever made them and whatever became of it.
 *
 * <p>A Pod ends at its deadline without Sandpool's help; its namespace does not. One goes when the
 * time in which its sandbox may be starting has passed and its Pod is absent, has ended, or never
 * ran. Any number of replicas may sweep at a time: each deletes only what is still as it saw it.
 */
final class NamespaceSweep implements Runnable {

  private static final Logger LOG = System.getLogger(NamespaceSweep.class.getName());

  private final NamespaceApi namespaces;
  private final PodApi pods;
  private final InstantSource clock;
  private final Predicate<String> isGone;
  private volatile String lastFailure = "";

  /**
   * Joins the parts.
   *
   * @param clock the cluster's time
   * @param isGone whether a replica is known to be gone
   */
  NamespaceSweep(
      NamespaceApi namespaces, PodApi pods, InstantSource clock, Predicate<String> isGone) {
    this.namespaces = namespaces;
    this.pods = pods;
    this.clock = clock;
    this.isGone = isGone;
  }

  /** Sweeps once. Blocks; never throws. */
  @Override
  public void run() {
    try {
      namespaces.list().stream().filter(this::isDue).forEach(this::sweep);
      lastFailure = "";
    } catch (BackendUnavailableException e) {
      noted(e);
    }
  }

  private void sweep(V1Namespace namespace) {
    String id = namespace.getMetadata().getName();
    if (pods.read(new ObjectName(id, id)).filter(this::isInUse).isEmpty()
        && namespaces.deleteAsSeen(namespace)) {
      LOG.log(Level.INFO, "Namespace {0} was left over from a sandbox, and is deleted", id);
    }
  }

  /** Without the annotation it is no namespace that Sandpool made, whatever its labels say. */
  private boolean isDue(V1Namespace namespace) {
    return startsUntil(namespace.getMetadata()).filter(clock.instant()::isAfter).isPresent();
  }

  private static Optional<Instant> startsUntil(V1ObjectMeta meta) {
    try {
      return Optional.ofNullable(meta.getAnnotations())
          .map(annotations -> annotations.get(PodKeys.STARTS_UNTIL))
          .map(Instant::parse);
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** One whose node does not answer is not ready, but may be used again. */
  private boolean isInUse(V1Pod pod) {
    boolean ran = pod.getStatus() != null && !"Pending".equals(pod.getStatus().getPhase());
    return (ran || isWaitedFor(pod)) && !PodState.of(pod).isOver();
  }

  /** What the cluster has no room for is waited for without limit, by a replica that lives. */
  private boolean isWaitedFor(V1Pod pod) {
    V1ObjectMeta meta = pod.getMetadata();
    return SandboxKeys.isInStock(meta) && !isGone.test(SandboxKeys.label(meta, SandboxKeys.HOLDER));
  }

  /** Says it once; the sweep comes again. */
  private void noted(BackendUnavailableException e) {
    String message = String.valueOf(e.getMessage());
    if (!message.equals(lastFailure)) {
      LOG.log(Level.WARNING, "Namespaces may be left over from sandboxes: {0}", message);
    }
    lastFailure = message;
  }
}

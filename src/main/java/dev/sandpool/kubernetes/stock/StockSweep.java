package dev.sandpool.kubernetes.stock;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.kubernetes.ClusterSandbox;
import dev.sandpool.kubernetes.SandboxRegistry;
import dev.sandpool.kubernetes.TermsNotes;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Deletes what nobody keeps any more: sandboxes in the stock of a replica that is gone, which no
 * other one took over in the time for it (it has enough, or makes them otherwise by now); those
 * that never got ready; those of this replica's own that it knows nothing of, since the answer to
 * their creation was lost, or could not delete when they were closed; those that were to end with
 * the process that took them, which ended without a word; and the leases of the gone. Other
 * sandboxes in somebody's hands stay.
 *
 * <p>Any number of replicas may sweep at a time: each deletes only what is still as it saw it.
 *
 * @param <T> the kind of object
 * @param <S> what stands for it here
 */
public final class StockSweep<T extends KubernetesObject, S extends ClusterSandbox<T>>
    implements Runnable {

  private static final Logger LOG = System.getLogger(StockSweep.class.getName());

  private static final int GRACE_LEASES = 2;

  private final StockObjects<T, S> objects;
  private final SandboxRegistry<T, S> sandboxes;
  private final Replicas replicas;
  private final EventRecorder events;
  private final LongSupplier nanos;
  private final long grace;
  private final Map<String, Long> left = new HashMap<>();
  private String lastFailure = "";

  /**
   * Joins the parts; owns none of them.
   *
   * @param nanos a clock such as {@link System#nanoTime}
   */
  public StockSweep(
      StockObjects<T, S> objects,
      SandboxRegistry<T, S> sandboxes,
      Replicas replicas,
      EventRecorder events,
      LongSupplier nanos) {
    this.objects = objects;
    this.sandboxes = sandboxes;
    this.replicas = replicas;
    this.events = events;
    this.nanos = nanos;
    grace = replicas.lease().toNanos() * GRACE_LEASES;
  }

  /** Sweeps once. Blocks; never throws. */
  @Override
  public synchronized void run() {
    List<T> abandoned = sandboxes.all().filter(this::isAbandoned).toList();
    List<V1Lease> leases = replicas.ofGone();
    forgetOthers(Stream.concat(abandoned.stream(), leases.stream()));
    try {
      abandoned.stream().filter(this::isDue).forEach(this::delete);
      leases.stream().filter(this::isDue).forEach(replicas::remove);
      lastFailure = "";
    } catch (BackendUnavailableException e) {
      noted(e);
    }
  }

  private boolean isAbandoned(T object) {
    V1ObjectMeta meta = object.getMetadata();
    StockLabels labels = StockLabels.of(meta);
    if (meta.getDeletionTimestamp() != null
        || !labels.instance().equals(replicas.instance())
        || !objects.isOurs(object)) {
      return false;
    }
    if (labels.holder().equals(replicas.self())) {
      return sandboxes.known(object).map(ClusterSandbox::isDestroyed).orElseGet(labels::isInStock);
    }
    return (labels.isInStock() || TermsNotes.isBound(meta) || objects.state(object).isOver())
        && replicas.isGone(labels.holder());
  }

  private void forgetOthers(Stream<? extends KubernetesObject> found) {
    Set<String> uids = new HashSet<>();
    found.forEach(object -> uids.add(object.getMetadata().getUid()));
    left.keySet().retainAll(uids);
  }

  /** There is time for others to take it over first, or for a replica to come back. */
  private boolean isDue(KubernetesObject object) {
    long now = nanos.getAsLong();
    return now - left.computeIfAbsent(object.getMetadata().getUid(), first -> now) > grace;
  }

  private void delete(T object) {
    V1ObjectMeta meta = object.getMetadata();
    if (objects.deleteAsSeen(object)) {
      String holder = StockLabels.of(meta).holder();
      LOG.log(
          Level.INFO,
          "Sandbox {0} was left over from replica {1}, and is deleted",
          meta.getName(),
          holder);
      events.normal(
          object,
          "Reclaimed",
          "Replica %s deleted what replica %s had left over".formatted(replicas.self(), holder));
    }
  }

  /** Says it once; the sweep comes again. */
  private void noted(BackendUnavailableException e) {
    String message = String.valueOf(e.getMessage());
    if (!message.equals(lastFailure)) {
      LOG.log(Level.WARNING, "Warm sandboxes may be left over: {0}", message);
    }
    lastFailure = message;
  }
}

package dev.sandpool.kubernetes.stock;

import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.ObjectWatch;
import dev.sandpool.kubernetes.ReplicaSettings;
import dev.sandpool.kubernetes.SandboxKeys;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1LeaseSpec;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The replicas of an installation, each with a lease in the cluster that it renews three times in
 * the time that it lasts. Thread-safe.
 */
public final class Replicas implements AutoCloseable {

  private static final int RENEWALS = 3;
  private static final int ID_BYTES = 5;

  private final String self;
  private final ReplicaSettings settings;
  private final LeaseApi api;
  private final OwnLease own;
  private final Sightings sightings;
  private final ObjectWatch<V1Lease> watch;
  private final Future<?> ticks;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private SortedSet<String> known = new TreeSet<>();

  /**
   * Joins them.
   *
   * @param clock only for people who look at the leases
   * @param threads shared; not closed
   * @throws dev.sandpool.BackendUnavailableException if the cluster can't be used
   */
  public Replicas(Cluster cluster, ReplicaSettings settings, Clock clock, ExecThreads threads) {
    this.settings = settings;
    self = newId();
    api = new LeaseApi(cluster, settings, clock);
    sightings = new Sightings(self, settings.lease(), System::nanoTime);
    Duration pace = pace();
    own = new OwnLease(api, self, pace, threads);
    try {
      watch = api.watch(this::saw);
    } catch (RuntimeException e) {
      own.close();
      throw e;
    }
    ticks =
        threads
            .timer()
            .scheduleWithFixedDelay(
                this::look, pace.toMillis(), pace.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static String newId() {
    byte[] bytes = new byte[ID_BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** What this one is called. */
  public String self() {
    return self;
  }

  /** The installation. */
  public String instance() {
    return settings.instance();
  }

  /** How long a replica may be silent. */
  Duration lease() {
    return settings.lease();
  }

  /** This replica's lease. */
  public V1Lease ownLease() {
    return own.lease();
  }

  /** Those that live, this one among them. */
  Shares shares() {
    return new Shares(sightings.living());
  }

  /**
   * Whether this one, of those that live, does what only one needs to: one whose lease is renewed.
   * When one comes or goes there may be two for a while, or none.
   */
  public boolean leads() {
    return shares().isFirst(self, "lead");
  }

  /** Whether a replica is known to be gone, so that what it kept is anybody's. */
  public boolean isGone(String replica) {
    return sightings.isGone(replica);
  }

  /** The leases of those that are gone. */
  List<V1Lease> ofGone() {
    return watch.all().stream().filter(this::isOurs).filter(lease -> isGone(id(lease))).toList();
  }

  /** Deletes a lease, if it still is as it was seen. Blocks. */
  boolean remove(V1Lease lease) {
    return api.deleteAsSeen(lease);
  }

  /** Why what is known may be old; empty while the watch works. */
  public Optional<String> trouble() {
    return watch.trouble();
  }

  /** Calls when one came or went. */
  void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** Leaves them. Blocks for a request. */
  @Override
  public void close() {
    ticks.cancel(false);
    watch.close();
    own.close();
  }

  private Duration pace() {
    return settings.lease().dividedBy(RENEWALS);
  }

  private void saw(V1Lease lease, boolean deleted) {
    if (!isOurs(lease)) {
      return;
    }
    if (deleted) {
      sightings.left(id(lease));
    } else {
      V1LeaseSpec spec = spec(lease);
      Duration length =
          Optional.ofNullable(spec.getLeaseDurationSeconds())
              .map(Duration::ofSeconds)
              .orElse(settings.lease());
      sightings.saw(id(lease), String.valueOf(spec.getRenewTime()), length);
    }
    look();
  }

  /** A lease that is over says nothing; so this looks from time to time. */
  private void look() {
    if (hasChanged()) {
      listeners.forEach(Runnable::run);
    }
  }

  private synchronized boolean hasChanged() {
    SortedSet<String> now = sightings.living();
    boolean changed = !now.equals(known);
    known = now;
    return changed;
  }

  private boolean isOurs(V1Lease lease) {
    return SandboxKeys.label(lease.getMetadata(), SandboxKeys.INSTANCE).equals(instance());
  }

  private static String id(V1Lease lease) {
    return Optional.ofNullable(spec(lease).getHolderIdentity()).orElse("");
  }

  private static V1LeaseSpec spec(V1Lease lease) {
    return Optional.ofNullable(lease.getSpec()).orElseGet(V1LeaseSpec::new);
  }
}

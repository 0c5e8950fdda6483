package dev.sandpool.kubernetes.stock;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.AsSeen;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.ObjectQuery;
import dev.sandpool.kubernetes.ObjectWatch;
import dev.sandpool.kubernetes.ReplicaSettings;
import dev.sandpool.kubernetes.SandboxKeys;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoordinationV1Api;
import io.kubernetes.client.openapi.models.V1DeleteOptions;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1LeaseList;
import io.kubernetes.client.openapi.models.V1LeaseSpec;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.PatchUtils;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.BiConsumer;

/** The API calls for the leases of replicas, one each. Blocks. */
final class LeaseApi {

  private static final String PREFIX = "sandpool-";
  private static final String RENEWED = "/spec/renewTime";

  /** The API server takes six digits and no others. */
  private static final DateTimeFormatter MICROSECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'");

  private final Cluster cluster;
  private final CoordinationV1Api api;
  private final ReplicaSettings settings;
  private final Clock clock;

  /**
   * Calls in the cluster's namespace.
   *
   * @param clock only for people who look at the leases
   */
  LeaseApi(Cluster cluster, ReplicaSettings settings, Clock clock) {
    this.cluster = cluster;
    this.settings = settings;
    this.clock = clock;
    api = new CoordinationV1Api(cluster.client());
  }

  /** Makes the lease of a replica. */
  V1Lease create(String id) throws ApiException {
    V1Lease lease =
        new V1Lease()
            .metadata(
                new V1ObjectMeta()
                    .name(PREFIX + id)
                    .labels(
                        Map.of(
                            SandboxKeys.MANAGED_BY,
                            SandboxKeys.SANDPOOL,
                            SandboxKeys.INSTANCE,
                            settings.instance())))
            .spec(
                new V1LeaseSpec()
                    .holderIdentity(id)
                    .leaseDurationSeconds((int) settings.lease().toSeconds())
                    .acquireTime(now())
                    .renewTime(now()));
    return api.createNamespacedLease(cluster.namespace(), lease).execute();
  }

  /** Renews the lease of a replica. */
  void renew(String id) throws ApiException {
    JsonPatch patch = new JsonPatch().replace(RENEWED, MICROSECONDS.format(now()));
    PatchUtils.patch(
        V1Lease.class,
        () ->
            api.patchNamespacedLease(PREFIX + id, cluster.namespace(), patch.patch())
                .buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_PATCH,
        cluster.client());
  }

  /** Deletes the lease of a replica. */
  void delete(String id) throws ApiException {
    api.deleteNamespacedLease(PREFIX + id, cluster.namespace()).execute();
  }

  /**
   * Deletes a lease if it still is as it was seen: a replica that was gone may have come back.
   *
   * @return whether it was
   */
  boolean deleteAsSeen(V1Lease seen) {
    V1ObjectMeta meta = seen.getMetadata();
    try {
      api.deleteNamespacedLease(meta.getName(), cluster.namespace())
          .body(new V1DeleteOptions().preconditions(AsSeen.of(meta)))
          .execute();
      return true;
    } catch (ApiException e) {
      if (ApiErrors.goneOrAnother(e)) {
        return false;
      }
      throw new BackendUnavailableException(
          "Lease %s could not be deleted: %s".formatted(meta.getName(), ApiErrors.describe(e)), e);
    }
  }

  /** Watches the leases of all replicas of the instance. */
  ObjectWatch<V1Lease> watch(BiConsumer<V1Lease, Boolean> listener) {
    String selector = SandboxKeys.SELECTOR + "," + SandboxKeys.INSTANCE + "=" + settings.instance();
    return new ObjectWatch<>(
        cluster,
        new ObjectQuery<>(
            (version, timeoutSeconds, watch) ->
                api.listNamespacedLease(cluster.namespace())
                    .labelSelector(selector)
                    .resourceVersion(version)
                    .timeoutSeconds(timeoutSeconds)
                    .watch(watch)
                    .buildCall(null),
            V1Lease.class,
            V1LeaseList.class),
        listener);
  }

  private OffsetDateTime now() {
    return OffsetDateTime.ofInstant(clock.instant(), ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
  }
}

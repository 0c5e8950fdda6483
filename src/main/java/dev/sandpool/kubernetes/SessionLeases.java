package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.SessionKey;
import dev.sandpool.backend.SessionStore;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoordinationV1Api;
import io.kubernetes.client.openapi.models.V1DeleteOptions;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1LeaseList;
import io.kubernetes.client.openapi.models.V1LeaseSpec;
import io.kubernetes.client.openapi.models.V1ListMeta;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.PatchUtils;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Mappings in the cluster itself: a Lease for each, named by the key's hash and held by the
 * sandbox, so that the API server decides between two that are made at once. The key's text is not
 * in it.
 *
 * <p>Of all kinds of objects it is this one since replicas have theirs already: no further right is
 * needed, least of all one to read every ConfigMap of a namespace. So one is read by a list of its
 * name, which the server answers as it does a read.
 */
public final class SessionLeases implements SessionStore {

  private static final String NAME = "sandpool-session-";
  private static final String SANDBOX = "/spec/holderIdentity";
  private static final String COMPONENT = "app.kubernetes.io/component";
  private static final Map<String, String> LABELS =
      Map.of(SandboxKeys.MANAGED_BY, SandboxKeys.SANDPOOL, COMPONENT, "session");
  private static final String SELECTOR = SandboxKeys.SELECTOR + "," + COMPONENT + "=session";
  private static final int PAGE = 500;
  private static final int CONFLICT = 409;

  private final Cluster cluster;
  private final CoordinationV1Api api;

  /** Keeps mappings in the cluster's namespace; does not close the cluster. */
  public SessionLeases(Cluster cluster) {
    this.cluster = cluster;
    api = new CoordinationV1Api(cluster.client());
  }

  @Override
  public Optional<String> find(SessionKey key) {
    return read(name(key)).flatMap(SessionLeases::sandbox);
  }

  @Override
  public boolean put(SessionKey key, Optional<String> before, String sandbox) {
    try {
      if (before.isEmpty()) {
        create(key, sandbox);
      } else {
        replace(key, before.get(), sandbox);
      }
      return true;
    } catch (ApiException e) {
      if (e.getCode() == CONFLICT || ApiErrors.testFailed(e)) {
        // An earlier attempt whose answer was lost may have done it.
        return find(key).equals(Optional.of(sandbox));
      }
      throw unavailable(e);
    }
  }

  @Override
  public void remove(SessionKey key, String sandbox) {
    read(name(key))
        .filter(mapping -> sandbox(mapping).equals(Optional.of(sandbox)))
        .ifPresent(this::delete);
  }

  @Override
  public int sweep(Predicate<String> isGone) {
    int swept = 0;
    String next = null;
    do {
      V1LeaseList page = list(next);
      for (V1Lease mapping : page.getItems()) {
        if (sandbox(mapping).map(isGone::test).orElse(true) && delete(mapping)) {
          swept++;
        }
      }
      next = Optional.ofNullable(page.getMetadata()).map(V1ListMeta::getContinue).orElse(null);
    } while (next != null && !next.isEmpty());
    return swept;
  }

  @Override
  public void close() {
    // The cluster is whoever's who opened it.
  }

  private void create(SessionKey key, String sandbox) throws ApiException {
    V1Lease mapping =
        new V1Lease()
            .metadata(new V1ObjectMeta().name(name(key)).labels(LABELS))
            .spec(new V1LeaseSpec().holderIdentity(sandbox));
    api.createNamespacedLease(cluster.namespace(), mapping).execute();
  }

  private void replace(SessionKey key, String before, String sandbox) throws ApiException {
    V1Patch patch = new JsonPatch().test(SANDBOX, before).replace(SANDBOX, sandbox).patch();
    PatchUtils.patch(
        V1Lease.class,
        () -> api.patchNamespacedLease(name(key), cluster.namespace(), patch).buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_PATCH,
        cluster.client());
  }

  private Optional<V1Lease> read(String name) {
    try {
      return api
          .listNamespacedLease(cluster.namespace())
          .fieldSelector("metadata.name=" + name)
          .execute()
          .getItems()
          .stream()
          .findFirst();
    } catch (ApiException e) {
      throw unavailable(e);
    }
  }

  private V1LeaseList list(String from) {
    try {
      return api.listNamespacedLease(cluster.namespace())
          .labelSelector(SELECTOR)
          .limit(PAGE)
          ._continue(from)
          .execute();
    } catch (ApiException e) {
      throw unavailable(e);
    }
  }

  /** Deletes this state of it and no later one; returns whether it did. */
  private boolean delete(V1Lease mapping) {
    V1ObjectMeta meta = mapping.getMetadata();
    try {
      api.deleteNamespacedLease(meta.getName(), cluster.namespace())
          .body(new V1DeleteOptions().preconditions(AsSeen.of(meta)))
          .execute();
      return true;
    } catch (ApiException e) {
      if (ApiErrors.goneOrAnother(e)) {
        return false;
      }
      throw unavailable(e);
    }
  }

  private static Optional<String> sandbox(V1Lease mapping) {
    return Optional.ofNullable(mapping.getSpec()).map(V1LeaseSpec::getHolderIdentity);
  }

  private static String name(SessionKey key) {
    return NAME + key.hash();
  }

  private static BackendUnavailableException unavailable(ApiException e) {
    return new BackendUnavailableException(
        "Sessions cannot be looked up in the cluster: " + ApiErrors.describe(e), e);
  }
}

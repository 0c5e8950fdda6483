package dev.sandpool.kubernetes.stock;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Sweeper;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1Lease;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** This replica's lease: what tells the others that it lives. Ends with the replica. */
final class OwnLease implements AutoCloseable {

  private static final Logger LOG = System.getLogger(OwnLease.class.getName());

  private final LeaseApi api;
  private final String id;
  private final Sweeper renewals;
  private V1Lease lease;
  private String lastFailure = "";
  private boolean closed;

  /**
   * Makes it, and renews it from then on.
   *
   * @param pace how often
   * @throws BackendUnavailableException if it can't be made: the others would take what this
   *     replica keeps for left over
   */
  OwnLease(LeaseApi api, String id, Duration pace, ExecThreads threads) {
    this.api = api;
    this.id = id;
    try {
      lease = api.create(id);
    } catch (ApiException e) {
      throw new BackendUnavailableException(
          "The Lease of this replica cannot be made: "
              + ApiErrors.describe(e)
              + (ApiErrors.notFound(e)
                  ? "; make that namespace, or name another in sandpool.kubernetes.namespace"
                  : ""),
          e);
    }
    renewals = new Sweeper(this::renew, pace, threads);
  }

  /** As it was made. */
  synchronized V1Lease lease() {
    return lease;
  }

  private synchronized void renew() {
    if (closed) {
      return;
    }
    try {
      renewOrMake();
      lastFailure = "";
    } catch (ApiException e) {
      noted(ApiErrors.describe(e));
    }
  }

  /** Another replica deletes it when it has not heard of this one for long. */
  private void renewOrMake() throws ApiException {
    try {
      api.renew(id);
    } catch (ApiException e) {
      if (!ApiErrors.notFound(e)) {
        throw e;
      }
      lease = api.create(id);
    }
  }

  private void noted(String failure) {
    if (!failure.equals(lastFailure)) {
      LOG.log(
          Level.WARNING,
          "The Lease of this replica cannot be renewed, and others will take over its warm"
              + " sandboxes: {0}",
          failure);
    }
    lastFailure = failure;
  }

  /** Deletes it; if that fails, the others do when it is over. */
  @Override
  public void close() {
    renewals.close();
    end();
  }

  private synchronized void end() {
    closed = true;
    try {
      api.delete(id);
    } catch (ApiException e) {
      LOG.log(Level.DEBUG, "The Lease of this replica is left to the others", e);
    }
  }
}

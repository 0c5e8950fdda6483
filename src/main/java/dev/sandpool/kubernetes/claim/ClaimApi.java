package dev.sandpool.kubernetes.claim;

import com.google.gson.JsonObject;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.AsSeen;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.LateArrival;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Preconditions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;

/**
 * The API calls for claims. Blocks. A sandbox's life costs this client four writes: one to create
 * its claim, one to put it into the stock if it is made ahead, one to take it out, one to delete
 * it; and one for each renewal.
 */
final class ClaimApi {

  private static final Logger LOG = System.getLogger(ClaimApi.class.getName());
  private static final String SHUTDOWN_TIME = "/spec/lifecycle/shutdownTime";
  private static final int DELETE_ATTEMPTS = 3;

  private final ObjectApi<Claim> claims;

  ClaimApi(ObjectApi<Claim> claims) {
    this.claims = claims;
  }

  Claim create(String name, JsonObject claim) {
    try {
      return claims.create(claim);
    } catch (ApiException e) {
      if (e.getCode() == 0) {
        // The request may have arrived though its answer did not.
        LateArrival.undo(() -> deleteIfMade(name));
        throw new BackendUnavailableException(
            "The Kubernetes API failed while a sandbox was claimed: " + ApiErrors.describe(e), e);
      }
      throw new SandboxStartException(
          "The cluster refused a SandboxClaim: " + ApiErrors.describe(e), e);
    }
  }

  private boolean deleteIfMade(String name) {
    Optional<Claim> made = claims.read(name);
    made.ifPresent(claim -> delete(name, claim.metadata().getUid()));
    return made.isPresent();
  }

  Optional<Claim> read(String name) {
    return claims.read(name);
  }

  /** Changes a claim, whole or not at all. */
  Claim change(String name, JsonPatch patch) throws ApiException {
    return claims.patch(name, patch);
  }

  /**
   * Moves the end of a claim, if it still is what it was.
   *
   * @return the claim as it is now; empty when it changed meanwhile or is gone
   * @throws ApiException if the server can't say
   */
  Optional<Claim> renew(Claim claim, String before, String after) throws ApiException {
    JsonPatch patch =
        new JsonPatch()
            .test("/metadata/uid", claim.metadata().getUid())
            .test(SHUTDOWN_TIME, before)
            .replace(SHUTDOWN_TIME, after);
    try {
      return Optional.of(claims.patch(claim.metadata().getName(), patch));
    } catch (ApiException e) {
      if (ApiErrors.testFailed(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Deletes the claim of that UID, never a later one of its name. */
  void delete(String name, String uid) {
    delete(name, new V1Preconditions().uid(uid));
  }

  /**
   * Deletes a claim if it still is as it was seen.
   *
   * @return whether it was; not when it changed, is gone, or is another one of that name
   */
  boolean deleteAsSeen(Claim seen) {
    V1ObjectMeta meta = seen.metadata();
    return delete(meta.getName(), AsSeen.of(meta));
  }

  private boolean delete(String name, V1Preconditions conditions) {
    for (int attempt = 1; ; attempt++) {
      try {
        claims.delete(name, conditions);
        return true;
      } catch (ApiException e) {
        if (ApiErrors.goneOrAnother(e)) {
          return false;
        }
        if (attempt == DELETE_ATTEMPTS) {
          String words =
              "SandboxClaim %s could not be deleted: %s".formatted(name, ApiErrors.describe(e));
          LOG.log(Level.WARNING, "{0}; the controller ends it when its lease is over", words);
          throw new BackendUnavailableException(words, e);
        }
      }
    }
  }
}

package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.ApiException;
import java.util.Optional;

/**
 * On what terms somebody has a sandbox, as its object says. Changes for how long it may be kept,
 * and ends it when that is over: both only if the object still says what it was seen to say, which
 * the API server decides.
 *
 * @param <T> the kind of object
 */
final class ObjectTerms<T extends KubernetesObject> {

  /** The server's own attempts to patch met somebody else's change each time. */
  private static final int CONFLICT = 409;

  private final ClusterSandbox<T> sandbox;
  private volatile Noted noted;

  /** What an object tells of. */
  private record Noted(Object object, Terms terms) {}

  ObjectTerms(ClusterSandbox<T> sandbox) {
    this.sandbox = sandbox;
  }

  /** Read once for each state of the object: a list reads those of all sandboxes. */
  Terms now() {
    T now = sandbox.object();
    Noted known = noted;
    if (known == null || known.object() != now) {
      known = new Noted(now, TermsNotes.read(now.getMetadata(), sandbox.ownLabels()));
      noted = known;
    }
    return known.terms();
  }

  /** As {@link dev.sandpool.backend.ManagedSandbox#renew} has it. */
  boolean renew(Tenure seen, Tenure next) {
    sandbox.requireUsable();
    T known = sandbox.object();
    if (!says(known, seen)) {
      return false;
    }
    try {
      T renewed = sandbox.change(TermsNotes.renew(known.getMetadata(), next));
      sandbox.saw(renewed, false);
      requireToStay(renewed);
      return true;
    } catch (ApiException e) {
      if (!ApiErrors.testFailed(e) && e.getCode() != CONFLICT) {
        throw new BackendUnavailableException(
            "Sandbox %s cannot be renewed: %s".formatted(sandbox.id(), ApiErrors.describe(e)), e);
      }
      refresh();
      return false;
    }
  }

  /** As {@link dev.sandpool.backend.ManagedSandbox#expire} has it. */
  boolean expire(Tenure seen, String why) {
    for (int attempt = 0; attempt < ClusterSandbox.DELETE_ATTEMPTS; attempt++) {
      T known = sandbox.object();
      if (sandbox.lost().isPresent() || !says(known, seen)) {
        return false;
      }
      if (sandbox.endFor(why, () -> sandbox.deleteAsSeen(known))) {
        return true;
      }
      Optional<T> now = sandbox.readSame();
      if (now.isEmpty()) {
        return false;
      }
      sandbox.saw(now.get(), false);
    }
    // It changes all the time, so somebody uses it.
    return false;
  }

  private boolean says(T known, Tenure seen) {
    return TermsNotes.tenure(known.getMetadata()).equals(seen);
  }

  /** An object on its way out still takes patches. */
  private void requireToStay(T changed) {
    if (changed.getMetadata().getDeletionTimestamp() != null) {
      sandbox.over("it is being deleted");
    }
    sandbox.requireUsable();
  }

  private void refresh() {
    T known = sandbox.object();
    sandbox
        .readSame()
        .ifPresentOrElse(newer -> sandbox.saw(newer, false), () -> sandbox.saw(known, true));
    sandbox.requireUsable();
  }
}

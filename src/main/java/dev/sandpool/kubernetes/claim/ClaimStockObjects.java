package dev.sandpool.kubernetes.claim;

import dev.sandpool.SandboxSpec;
import dev.sandpool.kubernetes.JsonPatch;
import dev.sandpool.kubernetes.SandboxKeys;
import dev.sandpool.kubernetes.SandboxState;
import dev.sandpool.kubernetes.SandboxState.Kind;
import dev.sandpool.kubernetes.stock.Fingerprint;
import dev.sandpool.kubernetes.stock.StockObjects;
import io.kubernetes.client.openapi.ApiException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Claims as replicas share them.
 *
 * @param join what a replica does with one that it takes over
 */
record ClaimStockObjects(
    ClaimSettings settings, ClaimApi api, BiConsumer<ClaimSandbox, SandboxSpec> join)
    implements StockObjects<Claim, ClaimSandbox> {

  /** The claim but for its name and times, and what runs in it before it is warm. */
  @Override
  public String madeFrom(SandboxSpec spec) {
    ClaimOptions options = settings.options(spec.name());
    return Fingerprint.of(
        spec.name(),
        options.source(),
        options.podLabels(),
        options.podAnnotations(),
        spec.workingDirectory(),
        spec.environment(),
        spec.setupScript().orElse(""));
  }

  @Override
  public boolean isOurs(Claim claim) {
    return true;
  }

  /**
   * A warm one that was set up is so no more where its Pod was replaced, whoever has seen that.
   * (One in somebody's hands may be suspended, and is resumed in another Pod.)
   */
  @Override
  public SandboxState state(Claim claim) {
    SandboxState state = ClaimState.of(claim);
    return state.kind() == Kind.READY
            && SandboxKeys.isInStock(claim.metadata())
            && wasReplaced(claim)
        ? SandboxState.over("its Pod was replaced by another one")
        : state;
  }

  private static boolean wasReplaced(Claim claim) {
    return Optional.ofNullable(claim.metadata().getAnnotations())
        .map(annotations -> annotations.get(AgentKeys.SET_UP_AT))
        .filter(
            addresses -> Collections.disjoint(List.of(addresses.split(",", -1)), claim.podIps()))
        .isPresent();
  }

  @Override
  public Claim change(Claim claim, JsonPatch patch) throws ApiException {
    return api.change(claim.metadata().getName(), patch);
  }

  @Override
  public boolean deleteAsSeen(Claim claim) {
    return api.deleteAsSeen(claim);
  }

  @Override
  public void join(ClaimSandbox sandbox, SandboxSpec spec) {
    join.accept(sandbox, spec);
  }
}

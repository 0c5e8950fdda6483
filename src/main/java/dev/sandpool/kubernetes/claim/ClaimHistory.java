package dev.sandpool.kubernetes.claim;

import dev.sandpool.kubernetes.SandboxKeys;
import dev.sandpool.kubernetes.SandboxState;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the states of one claim mean, one after the other.
 *
 * <p>The controller makes another Pod for one that went, and the claim is ready again as if nothing
 * had happened. But what ran in the first one is gone, so a claim whose Pod lost its address, or
 * came back with another one, is lost. A Pod that is merely not ready, such as one with much to do,
 * is not: its address stays. Somebody who has none yet gets a better one.
 */
final class ClaimHistory implements Function<Claim, SandboxState> {

  private Optional<String> sandbox = Optional.empty();
  private List<String> home = List.of();
  private final ContainerStart container;

  /**
   * Begins with nothing seen.
   *
   * @param container what is known of the container; forgotten when that is taken away in order
   */
  ClaimHistory(ContainerStart container) {
    this.container = container;
  }

  /** Takes the next state; each once, in their order. */
  @Override
  public SandboxState apply(Claim claim) {
    SandboxState now = ClaimState.of(claim);
    return switch (now.kind()) {
      case OVER -> now;
      case SUSPENDED -> suspended(now);
      case READY -> ready(claim);
      case PENDING, HELD -> pending(claim, now);
    };
  }

  private SandboxState suspended(SandboxState now) {
    home = List.of();
    container.forget();
    return now;
  }

  private SandboxState ready(Claim claim) {
    if (sandbox.isPresent() && !sandbox.equals(claim.sandbox())) {
      return SandboxState.over("its claim got another Sandbox");
    }
    if (!home.isEmpty()
        && !claim.podIps().isEmpty()
        && Collections.disjoint(home, claim.podIps())) {
      return SandboxState.over("its Pod was replaced by another one");
    }
    sandbox = claim.sandbox();
    home = claim.podIps().isEmpty() ? home : claim.podIps();
    return SandboxState.READY;
  }

  private SandboxState pending(Claim claim, SandboxState now) {
    if (sandbox.isEmpty()) {
      // Nobody but a person makes a pool or a template, so waiting for one is no use.
      return ClaimState.lacksSource(claim) ? SandboxState.over(now.reason()) : now;
    }
    if (claim.sandbox().isEmpty()) {
      return SandboxState.over("its Sandbox is gone (" + now.reason() + ")");
    }
    if (!home.isEmpty() && claim.podIps().isEmpty()) {
      return SandboxState.over("its Pod is gone (" + now.reason() + ")");
    }
    return SandboxKeys.isActive(claim.metadata())
        ? now
        : SandboxState.over("it is not ready any more (" + now.reason() + ")");
  }
}

package dev.sandpool.rest;

import dev.sandpool.Sandbox;
import dev.sandpool.SandboxNotFoundException;
import dev.sandpool.Sandboxes;
import dev.sandpool.rest.access.OfCaller;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the sandbox that a path names. */
@Dependent
public class SandboxLookup {

  private static final Pattern ID = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  private final Sandboxes sandboxes;

  /** Takes what it works with. */
  @Inject
  public SandboxLookup(@OfCaller Sandboxes sandboxes) {
    this.sandboxes = sandboxes;
  }

  /**
   * A handle that does not own the sandbox.
   *
   * @throws SandboxNotFoundException if there is none
   */
  Sandbox require(String id) {
    return Optional.of(id)
        .filter(SandboxLookup::canBe)
        .flatMap(sandboxes::find)
        .orElseThrow(() -> SandboxNotFoundException.of(id));
  }

  /** Whether it has the form of an id; another text must not reach the back end's own paths. */
  static boolean canBe(String id) {
    return ID.matcher(id).matches();
  }
}

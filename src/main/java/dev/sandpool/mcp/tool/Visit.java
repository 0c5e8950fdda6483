package dev.sandpool.mcp.tool;

import dev.sandpool.Sandbox;

/** One call's use of its session's sandbox, which remembers which one that was. */
final class Visit {

  private final Workplace place;
  private Sandbox used;

  Visit(Workplace place) {
    this.place = place;
  }

  /** The sandbox, made where there is none yet. Blocks. */
  Sandbox sandbox() {
    used = place.sandbox();
    return used;
  }

  Workplace place() {
    return place;
  }

  /** Leaves a sandbox that is no more, and says what that means. */
  String lost(String why) {
    if (used != null) {
      place.forget(used);
    }
    return why + ". The sandbox is gone with its files; the next call gets a new one";
  }
}

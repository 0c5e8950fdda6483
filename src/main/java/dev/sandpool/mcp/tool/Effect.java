package dev.sandpool.mcp.tool;

/** What a tool does to its sandbox, so that clients know when to ask their user. */
public enum Effect {
  /** Only looks. */
  READS,
  /** Adds, and takes nothing away that was there. */
  ADDS,
  /** May replace or delete; doing it twice is more than doing it once. */
  CHANGES,
  /** May replace or delete; doing it twice is as good as doing it once. */
  SETTLES
}

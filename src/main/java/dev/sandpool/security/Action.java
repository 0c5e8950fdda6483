package dev.sandpool.security;

import java.util.Locale;

/**
 * All that a caller can do, with the right that it needs. The table of roles in {@code
 * docs/security.md} and the {@code action} of audit lines come from here.
 */
public enum Action {
  /** Lists and counts. */
  LIST(Right.VIEW, "list and count sandboxes"),
  /** Sees one. */
  FIND(Right.VIEW, "see how a sandbox stands"),
  /** Sees pools. */
  POOLS(Right.VIEW, "see how the pools stand"),
  /** Takes one, or that of a key. */
  CREATE(Right.USE, "take a sandbox from a pool, or have that of a key"),
  /** Ends one. */
  DELETE(Right.USE, "destroy a sandbox"),
  /** Gives one more time. */
  RENEW(Right.USE, "give a sandbox more time"),
  /** Stops one. */
  SUSPEND(Right.USE, "suspend a sandbox"),
  /** Starts one again. */
  RESUME(Right.USE, "resume a sandbox"),
  /** Runs a command. */
  EXEC(Right.USE, "run a command"),
  /** Opens a terminal. */
  TERMINAL(Right.USE, "open a terminal"),
  /** Starts a command in the background. */
  PROCESS_START(Right.USE, "start a command in the background"),
  /** Sees background processes and their commands. */
  PROCESS_LIST(Right.USE, "see background processes"),
  /** Reads what one printed. */
  PROCESS_OUTPUT(Right.USE, "read the output of a background process"),
  /** Writes to one. */
  PROCESS_INPUT(Right.USE, "write to a background process"),
  /** Ends one. */
  PROCESS_STOP(Right.USE, "stop a background process"),
  /** Lists a directory. */
  FILE_LIST(Right.USE, "list files"),
  /** Reads files. */
  FILE_READ(Right.USE, "read and download files"),
  /** Searches files. */
  FILE_SEARCH(Right.USE, "search files"),
  /** Writes files. */
  FILE_WRITE(Right.USE, "write, edit and upload files"),
  /** Renames files. */
  FILE_MOVE(Right.USE, "rename files"),
  /** Deletes files. */
  FILE_DELETE(Right.USE, "delete files"),
  /** Changes what all tenants share. */
  POOL_CHANGE(Right.OPERATE, "change the sizes of a pool"),
  /** Ends what has expired, of all tenants. */
  CLEANUP(Right.OPERATE, "clean up, for all tenants"),
  /** Any of the above for somebody else. */
  OTHER_TENANT(Right.OPERATE, "all of that with sandboxes of other tenants");

  private final Right right;
  private final String meaning;

  Action(Right right, String meaning) {
    this.right = right;
    this.meaning = meaning;
  }

  /** What it needs. */
  public Right right() {
    return right;
  }

  /** What it is, in words that follow "may". */
  public String meaning() {
    return meaning;
  }

  /** Its name in audit lines, such as {@code file-read}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

package dev.sandpool;

/** There is no background process of that id in the sandbox. */
public final class ProcessNotFoundException extends SandboxException {

  /** Names the process. */
  public ProcessNotFoundException(String id) {
    super(
        "process_not_found",
        "There is no background process '" + id + "' in this sandbox; list them to see which",
        null);
  }
}

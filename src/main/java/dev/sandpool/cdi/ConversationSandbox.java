package dev.sandpool.cdi;

import dev.sandpool.Sandbox;

/** The sandbox of whatever conversation goes on at the call. */
final class ConversationSandbox extends DelegatingSandbox {

  private final ConversationSandboxes sandboxes;
  private final ConversationTerms terms;

  ConversationSandbox(ConversationSandboxes sandboxes, ConversationTerms terms) {
    this.sandboxes = sandboxes;
    this.terms = terms;
  }

  @Override
  Sandbox current() {
    return sandboxes.acquired(terms).sandbox();
  }

  /** Ends the handle of this request, if there is one; the sandbox lives on. */
  @Override
  public void close() {
    sandboxes.release();
  }
}

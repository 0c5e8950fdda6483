package dev.sandpool.cdi;

/**
 * A conversation. Never to be logged: to know the key can be to have the sandbox.
 *
 * @param tenant whose; empty where there are no tenants
 * @param key as its source told it
 */
record ConversationId(String tenant, String key) {

  @Override
  public String toString() {
    return "a conversation";
  }
}

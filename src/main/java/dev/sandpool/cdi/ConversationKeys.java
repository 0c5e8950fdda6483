package dev.sandpool.cdi;

import dev.sandpool.InvalidValueException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Says by word which conversation goes on, on the calling thread: for what has no request, for the
 * memory id of an AI service, and for tests.
 *
 * <pre>{@code
 * @Tool("Runs a Python script")
 * String run(String script, @ToolMemoryId String memoryId) {
 *   return ConversationKeys.with(memoryId, () -> sandbox.execute(script).output());
 * }
 * }</pre>
 *
 * <p>It comes before all other sources. Work that goes on in another thread binds the key there.
 */
public final class ConversationKeys {

  private static final ThreadLocal<Bound> INNERMOST = new ThreadLocal<>();

  private ConversationKeys() {}

  /** A key that holds until it is closed. */
  public static final class Bound implements AutoCloseable {
    private final String tenant;
    private final String key;
    private final Bound outer;
    private volatile boolean closed;

    private Bound(String tenant, String key, Bound outer) {
      this.tenant = tenant;
      this.key = key;
      this.outer = outer;
    }

    /**
     * The conversation around it goes on. Idempotent; where others inside are still open, they go
     * on first.
     */
    @Override
    public void close() {
      closed = true;
      innermost();
    }
  }

  /** Works for a conversation of no tenant. */
  public static <T> T with(String key, Supplier<T> work) {
    return with("", key, work);
  }

  /** Works for a conversation of a tenant. */
  public static <T> T with(String tenant, String key, Supplier<T> work) {
    Bound bound = open(tenant, key);
    try {
      return work.get();
    } finally {
      bound.close();
    }
  }

  /** Begins to work for a conversation of no tenant, until that is closed. */
  public static Bound open(String key) {
    return open("", key);
  }

  /**
   * Begins to work for a conversation of a tenant, until that is closed.
   *
   * @throws InvalidValueException if there is no key
   */
  public static Bound open(String tenant, String key) {
    Objects.requireNonNull(tenant, "tenant");
    if (key == null || key.isEmpty()) {
      throw new InvalidValueException("key", key, "give the id of a conversation, thread or user");
    }
    Bound bound = new Bound(tenant, key, innermost().orElse(null));
    INNERMOST.set(bound);
    return bound;
  }

  /** The innermost that is open here; forgets those that were closed, wherever that was. */
  private static Optional<Bound> innermost() {
    Bound bound = INNERMOST.get();
    while (bound != null && bound.closed) {
      bound = bound.outer;
    }
    if (bound == null) {
      INNERMOST.remove(); // Servers keep their threads.
    } else {
      INNERMOST.set(bound);
    }
    return Optional.ofNullable(bound);
  }

  /** As one source among others. */
  static final class OfThread implements ConversationKey {

    @Override
    public Optional<String> current() {
      return innermost().map(bound -> bound.key);
    }

    @Override
    public String tenant() {
      return innermost().map(bound -> bound.tenant).orElse("");
    }
  }
}

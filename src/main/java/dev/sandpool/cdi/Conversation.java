package dev.sandpool.cdi;

import dev.sandpool.SandboxSpec;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The sandbox of the conversation that goes on: one for each key that {@link ConversationKey} tells
 * of, from request to request and from replica to replica.
 *
 * <pre>{@code
 * @Inject @Conversation(pool = "python", idleTtl = "2h") Sandbox sandbox;
 * @Inject @Conversation(pool = "python", idleTtl = "2h") Instance<Acquired> acquired;
 * }</pre>
 *
 * <p>It is found or made at the first call on it, and again in each request; one that is gone by
 * then is replaced, which {@link dev.sandpool.Acquired} tells. It outlives requests: it ends when
 * its time is over, or by {@link dev.sandpool.Sandboxes#delete}. {@code close()} only makes the
 * next call look it up again. Without a key every method throws {@link NoConversationException}.
 *
 * <p>{@code Acquired} itself is of the bean that it is injected into, and looked up at once.
 *
 * @see dev.sandpool.Sandboxes#getOrCreate(dev.sandpool.CreateRequest)
 */
@Qualifier
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
public @interface Conversation {

  /** Name of the pool that a new one comes from; the default pool unless given. */
  String pool() default SandboxSpec.DEFAULT_NAME;

  /**
   * How long a new one may live, such as {@code 2h}; the default of the settings unless given,
   * {@code 0s} for no such end.
   */
  String ttl() default "";

  /**
   * How long a new one may live without being used, such as {@code 30m}; the default of the
   * settings unless given, {@code 0s} for no such end.
   */
  String idleTtl() default "";

  /** The qualifier as an object, to {@code select} by. */
  final class Literal extends AnnotationLiteral<Conversation> implements Conversation {

    private static final long serialVersionUID = 1;

    private final String pool;
    private final String ttl;
    private final String idleTtl;

    /** A conversation's sandbox from a pool, with the times of the settings. */
    public Literal(String pool) {
      this(pool, "", "");
    }

    /** One with times of its own, which must be those of some injection point. */
    public Literal(String pool, String ttl, String idleTtl) {
      this.pool = pool;
      this.ttl = ttl;
      this.idleTtl = idleTtl;
    }

    @Override
    public String pool() {
      return pool;
    }

    @Override
    public String ttl() {
      return ttl;
    }

    @Override
    public String idleTtl() {
      return idleTtl;
    }
  }
}

package dev.sandpool.cdi;

import dev.sandpool.SandboxSpec;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.util.AnnotationLiteral;
import jakarta.inject.Qualifier;
import java.lang.annotation.Annotation;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Which sandbox to inject: the pool that it comes from, and the scope that it belongs to.
 *
 * <pre>{@code
 * @Inject @Pool("python") Sandbox sandbox;
 * @Inject @Pool(value = "python", scope = SessionScoped.class) Sandbox notebook;
 * }</pre>
 *
 * <p>It is borrowed at the first call on it and destroyed with its scope. {@code @Inject Sandbox}
 * without this qualifier is one of the default pool, in the request's scope.
 */
@Qualifier
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER, ElementType.METHOD, ElementType.TYPE})
public @interface Pool {

  /** Name of the pool, which is its specification's; the default pool unless given. */
  String value() default SandboxSpec.DEFAULT_NAME;

  /**
   * The CDI scope that the sandbox lives in, the request's unless given: {@code SessionScoped},
   * {@code ConversationScoped}, or any other that the container has. With {@code Dependent} each
   * injection point has a sandbox of its own, which lives as long as the bean around it.
   */
  Class<? extends Annotation> scope() default RequestScoped.class;

  /** The qualifier as an object, to {@code select} by. */
  final class Literal extends AnnotationLiteral<Pool> implements Pool {

    private final String value;
    private final Class<? extends Annotation> scope;

    /** A pool's sandbox in the request's scope. */
    public Literal(String value) {
      this(value, RequestScoped.class);
    }

    /** A pool's sandbox in some scope. */
    public Literal(String value, Class<? extends Annotation> scope) {
      this.value = value;
      this.scope = scope;
    }

    @Override
    public String value() {
      return value;
    }

    @Override
    public Class<? extends Annotation> scope() {
      return scope;
    }
  }
}

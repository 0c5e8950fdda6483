package dev.sandpool.cdi;

import dev.sandpool.SandboxSpec;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Where {@link WithSandbox} stands: on the method, else on the class or one of its stereotypes. */
final class WithSandboxPlace {

  private WithSandboxPlace() {}

  /**
   * The pool for a call.
   *
   * @param type of the bean, or a subclass that the container made
   */
  static String pool(Method method, Class<?> type) {
    return Optional.ofNullable(method.getAnnotation(WithSandbox.class))
        .or(() -> onClass(type))
        .map(WithSandbox::value)
        .orElse(SandboxSpec.DEFAULT_NAME);
  }

  private static Optional<WithSandbox> onClass(Class<?> type) {
    return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
        .flatMap(WithSandboxPlace::onClassOrStereotype)
        .findFirst();
  }

  private static Stream<WithSandbox> onClassOrStereotype(Class<?> type) {
    Stream<Class<?>> stereotypes = Stream.of(type.getAnnotations()).map(Annotation::annotationType);
    return Stream.concat(Stream.of(type), stereotypes)
        .map(each -> each.getAnnotation(WithSandbox.class))
        .filter(Objects::nonNull);
  }
}

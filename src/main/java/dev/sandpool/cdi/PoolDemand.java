package dev.sandpool.cdi;

import jakarta.enterprise.context.ConversationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.context.SessionScoped;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What an application asks for by {@link Pool} and {@link WithSandbox}. */
final class PoolDemand {

  /** Those that can be selected without having been injected anywhere. */
  private static final List<Class<? extends Annotation>> STANDARD_SCOPES =
      List.of(RequestScoped.class, SessionScoped.class, ConversationScoped.class, Dependent.class);

  private record Asked(String pool, String where) {}

  private record AskedScope(Class<? extends Annotation> scope, String where) {}

  private final List<Asked> pools = new ArrayList<>();
  private final List<AskedScope> scopes = new ArrayList<>();
  private final List<String> unseen = new ArrayList<>();

  void injected(Pool pool, Member place) {
    String where = "@Pool on " + name(place);
    pools.add(new Asked(pool.value(), where));
    scopes.add(new AskedScope(pool.scope(), where));
  }

  void intercepted(AnnotatedType<?> type) {
    WithSandbox all = type.getAnnotation(WithSandbox.class);
    if (all != null) {
      pools.add(new Asked(all.value(), "@WithSandbox on " + type.getJavaClass().getName()));
    }
    for (AnnotatedMethod<?> method : type.getMethods()) {
      WithSandbox own = method.getAnnotation(WithSandbox.class);
      String where = "@WithSandbox on " + name(method.getJavaMember());
      if (own != null) {
        pools.add(new Asked(own.value(), where));
      }
      if ((own != null || all != null) && endsUnseen(method.getJavaMember().getReturnType())) {
        unseen.add(
            where + " cannot tell when the work behind a Future ends; return a CompletionStage");
      }
    }
  }

  /** What cannot be met, each with its place and cure. */
  Stream<String> problems(Set<String> configured, Predicate<Class<? extends Annotation>> isScope) {
    Stream<String> unknown =
        pools.stream()
            .filter(asked -> !configured.contains(asked.pool()))
            .map(asked -> unknown(asked.pool(), asked.where(), configured));
    Stream<String> noScope =
        scopes.stream()
            .filter(asked -> !isScope.test(asked.scope()))
            .map(
                asked ->
                    "%s has the scope %s, which is none in this container; give one such as SessionScoped.class"
                        .formatted(asked.where(), asked.scope().getName()));
    return Stream.of(unknown, noScope, unseen.stream()).flatMap(each -> each).distinct();
  }

  /** The scopes to have beans for. */
  Set<Class<? extends Annotation>> scopes(Predicate<Class<? extends Annotation>> isScope) {
    Set<Class<? extends Annotation>> all = new LinkedHashSet<>(STANDARD_SCOPES);
    scopes.stream().map(AskedScope::scope).filter(isScope).forEach(all::add);
    return all;
  }

  static String unknown(String pool, String where, Set<String> configured) {
    return "%s asks for the pool '%s', which is not configured; the pools here are %s. A key such as sandpool.spec.%s.image makes one, or its name in sandpool.specs"
        .formatted(where, pool, String.join(", ", configured), pool);
  }

  /** Whether a result does not tell when the method's work ends. */
  private static boolean endsUnseen(Class<?> result) {
    return Future.class.isAssignableFrom(result) && !CompletionStage.class.isAssignableFrom(result);
  }

  static String name(Member member) {
    return member.getDeclaringClass().getName() + "." + member.getName();
  }
}

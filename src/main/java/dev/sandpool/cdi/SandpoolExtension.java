package dev.sandpool.cdi;

import dev.sandpool.bootstrap.SandpoolSettings;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.InjectionPoint;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.ProcessInjectionPoint;
import jakarta.enterprise.inject.spi.WithAnnotations;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes the beans that {@link Pool} and {@link Conversation} select, and refuses a deployment that
 * asks for a pool that is not configured.
 */
public class SandpoolExtension implements Extension {

  private final PoolDemand demand = new PoolDemand();
  private final ConversationDemand conversations = new ConversationDemand();

  void injected(@Observes ProcessInjectionPoint<?, ?> event) {
    InjectionPoint point = event.getInjectionPoint();
    for (Annotation qualifier : point.getQualifiers()) {
      if (qualifier instanceof Pool pool) {
        demand.injected(pool, point.getMember());
      } else if (qualifier instanceof Conversation kind) {
        conversations.injected(kind, PoolDemand.name(point.getMember()));
      }
    }
  }

  void intercepted(@Observes @WithAnnotations(WithSandbox.class) ProcessAnnotatedType<?> event) {
    AnnotatedType<?> type = event.getAnnotatedType();
    demand.intercepted(type);
  }

  void makeBeans(@Observes AfterBeanDiscovery event, BeanManager manager) {
    ContainerSettings settings = ContainerSettings.read();
    Set<String> pools = SandpoolSettings.poolNames(settings.values(), settings.names());
    List<String> problems =
        Stream.concat(demand.problems(pools, manager::isScope), conversations.problems(pools))
            .toList();
    if (!problems.isEmpty()) {
      problems.forEach(text -> event.addDefinitionError(new IllegalArgumentException(text)));
      return;
    }
    PoolBeans beans = new PoolBeans(event);
    pools.forEach(pool -> demand.scopes(manager::isScope).forEach(scope -> beans.add(pool, scope)));
    ConversationBeans kept = new ConversationBeans(event);
    conversations.kinds(pools).forEach(kept::add);
  }
}

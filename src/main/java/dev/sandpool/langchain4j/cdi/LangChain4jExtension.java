package dev.sandpool.langchain4j.cdi;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.enterprise.inject.spi.ProcessAnnotatedType;
import jakarta.enterprise.inject.spi.WithAnnotations;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Makes the beans for LangChain4j where that is there. Nothing in this class's signatures or fields
 * is of LangChain4j, so that a container without it loads this class too.
 */
public class LangChain4jExtension implements Extension {

  private final Set<Class<?>> services = new LinkedHashSet<>();

  void found(@Observes @WithAnnotations(SandboxAiService.class) ProcessAnnotatedType<?> event) {
    Class<?> type = event.getAnnotatedType().getJavaClass();
    if (type.isAnnotationPresent(SandboxAiService.class)) {
      services.add(type);
    }
  }

  void makeBeans(@Observes AfterBeanDiscovery event) {
    if (!services.isEmpty() && !Artifact.AI_SERVICES.isPresent()) {
      event.addDefinitionError(
          new IllegalArgumentException(
              "@SandboxAiService on "
                  + services
                  + " needs AiServices, which is not here; add dev.langchain4j:langchain4j"));
      return;
    }
    if (Artifact.TOOLS.isPresent()) {
      new ToolBeans(event).add();
    }
    for (Class<?> service : services) {
      if (service.isInterface()) {
        new AiServiceBeans(event).add(service);
      } else {
        event.addDefinitionError(
            new IllegalArgumentException(
                "@SandboxAiService on "
                    + service.getName()
                    + ", which is no interface; make it one"));
      }
    }
  }

  void check(@Observes AfterDeploymentValidation event, BeanManager manager) {
    services.stream()
        .flatMap(service -> AiServiceBeans.missing(service, manager))
        .forEach(text -> event.addDeploymentProblem(new IllegalArgumentException(text)));
  }
}

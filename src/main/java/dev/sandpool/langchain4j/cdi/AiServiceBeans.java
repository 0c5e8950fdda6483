package dev.sandpool.langchain4j.cdi;

import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import dev.sandpool.langchain4j.SandboxTools;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.literal.NamedLiteral;
import jakarta.enterprise.inject.spi.AfterBeanDiscovery;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.annotation.Annotation;
import java.util.stream.Stream;

/** Makes the beans of AI services. */
record AiServiceBeans(AfterBeanDiscovery event) {

  <T> void add(Class<T> service) {
    event
        .<T>addBean()
        .beanClass(service)
        .types(Object.class, service)
        .addQualifier(Default.Literal.INSTANCE)
        .scope(ApplicationScoped.class)
        .produceWith(found -> make(service, found));
  }

  /** What a service needs and the application has not, in words. */
  static Stream<String> missing(Class<?> service, BeanManager manager) {
    SandboxAiService asked = service.getAnnotation(SandboxAiService.class);
    return Stream.of(
            missing(service, ChatModel.class, asked.chatModel(), manager),
            missing(service, ChatMemoryProvider.class, asked.chatMemoryProvider(), manager))
        .flatMap(text -> text);
  }

  private static Stream<String> missing(
      Class<?> service, Class<?> type, String name, BeanManager manager) {
    return manager.getBeans(type, qualifier(name)).isEmpty()
        ? Stream.of(
            "@SandboxAiService on "
                + service.getName()
                + " needs a bean of "
                + type.getName()
                + (name.isEmpty() ? "" : " named '" + name + "'")
                + ", and there is none; produce one")
        : Stream.empty();
  }

  private static <T> T make(Class<T> service, Instance<Object> found) {
    SandboxAiService asked = service.getAnnotation(SandboxAiService.class);
    return AiServices.builder(service)
        .chatModel(found.select(ChatModel.class, qualifier(asked.chatModel())).get())
        .chatMemoryProvider(
            found.select(ChatMemoryProvider.class, qualifier(asked.chatMemoryProvider())).get())
        .tools(found.select(SandboxTools.class).get())
        .build();
  }

  private static Annotation qualifier(String name) {
    return name.isEmpty() ? Default.Literal.INSTANCE : NamedLiteral.of(name);
  }
}

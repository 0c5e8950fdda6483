package dev.sandpool.cdi;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks all that know which conversation goes on: the application's beans and Sandpool's own. */
@ApplicationScoped
@Typed(ConversationSources.class)
public class ConversationSources {

  /**
   * One of them.
   *
   * @param name for people
   */
  record Source(int priority, String name, ConversationKey key) {}

  private final List<Source> sources;

  /** For the container's proxy. */
  protected ConversationSources() {
    sources = List.of();
  }

  @Inject
  ConversationSources(
      @Any Instance<ConversationKey> beans,
      @Any Instance<Object> all,
      SandpoolLifecycle lifecycle) {
    Source thread =
        new Source(
            ConversationKey.THREAD_PRIORITY,
            ConversationKeys.class.getSimpleName() + ".with",
            new ConversationKeys.OfThread());
    sources =
        Stream.of(
                Stream.of(thread),
                beans.handlesStream().map(ConversationSources::bean),
                RequestSources.of(lifecycle.supervisor().settings().conversation(), all))
            .flatMap(each -> each)
            .sorted(Comparator.comparingInt(Source::priority).thenComparing(Source::name))
            .toList();
  }

  /** The conversation that goes on; empty where nothing knows of one. */
  Optional<ConversationId> find() {
    for (Source source : sources) {
      Optional<String> key = source.key().current();
      if (key.isPresent()) {
        return Optional.of(new ConversationId(source.key().tenant(), key.get()));
      }
    }
    return Optional.empty();
  }

  /**
   * The conversation that goes on.
   *
   * @throws NoConversationException if nothing knows of one
   */
  ConversationId current() {
    return find()
        .orElseThrow(
            () ->
                new NoConversationException(
                    "Nothing says which conversation goes on here; asked were "
                        + sources.stream().map(Source::name).collect(Collectors.joining(", "))
                        + ". Give one of these, or make a bean of "
                        + ConversationKey.class.getName()
                        + "; work that goes on in another thread binds the key there by "
                        + ConversationKeys.class.getSimpleName()));
  }

  private static Source bean(Instance.Handle<? extends ConversationKey> handle) {
    Class<?> type = handle.getBean().getBeanClass();
    Priority priority = type.getAnnotation(Priority.class);
    return new Source(
        priority == null ? ConversationKey.DEFAULT_PRIORITY : priority.value(),
        type.getName(),
        handle.get());
  }
}

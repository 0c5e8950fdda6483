package dev.sandpool.langchain4j.cdi;

import jakarta.enterprise.inject.Stereotype;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a bean of an AI service, with the tools of a sandbox for each conversation.
 *
 * <pre>{@code
 * @SandboxAiService
 * public interface Assistant {
 *   String chat(@MemoryId String conversation, @UserMessage String text);
 * }
 * }</pre>
 *
 * <p>The bean is application scoped, with the qualifier {@code Default}. It takes the application's
 * beans of {@code ChatModel} and {@code ChatMemoryProvider}; without one of each the deployment
 * fails. Applications with {@code langchain4j-cdi} need none of this: there it is
 * {@code @RegisterAIService(tools = SandboxTools.class, …)}.
 */
@Stereotype
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface SandboxAiService {

  /** The {@code @Named} bean of the chat model; that with {@code Default} unless given. */
  String chatModel() default "";

  /** The {@code @Named} bean of the chat memories; that with {@code Default} unless given. */
  String chatMemoryProvider() default "";
}

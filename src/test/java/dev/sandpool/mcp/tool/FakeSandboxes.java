package dev.sandpool.mcp.tool;

import dev.sandpool.Acquired;
import dev.sandpool.CreateRequest;
import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.OutputChunk;
import dev.sandpool.OutputListener;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxStatus;
import dev.sandpool.Sandboxes;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Sandboxes that echo commands, and tell what was asked of them. */
public final class FakeSandboxes {

  /** What was asked for, in order. */
  public final List<CreateRequest> asked = new CopyOnWriteArrayList<>();

  /** Ids of sandboxes whose handle was closed. */
  public final List<String> closed = new CopyOnWriteArrayList<>();

  /** Ids of sandboxes that were deleted. */
  public final List<String> deleted = new CopyOnWriteArrayList<>();

  /** What a command prints, which may block or throw. */
  public volatile Function<ExecRequest, String> prints = ExecRequest::command;

  volatile Runnable beforeCreate = () -> {};
  volatile Optional<String> replaced = Optional.empty();

  /** Makes a place take its sandbox. */
  public static void use(Workplace place) {
    place.sandbox();
  }

  /** What a server is given. */
  public Sandboxes sandboxes() {
    return proxy(
        Sandboxes.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "create" -> made((CreateRequest) arguments[0]);
              case "getOrCreate" ->
                  new Acquired(
                      made((CreateRequest) arguments[0]),
                      replaced.isPresent() ? Acquired.Origin.REPLACED : Acquired.Origin.CREATED,
                      replaced);
              case "delete" -> deleted.add((String) arguments[0]);
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  private Sandbox made(CreateRequest request) {
    beforeCreate.run();
    asked.add(request);
    String id = "sp-" + asked.size();
    return proxy(
        Sandbox.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "id" -> id;
              case "info" -> info(id, request);
              case "close" -> {
                closed.add(id);
                yield null;
              }
              case "execute" -> executed((ExecRequest) arguments[0], (OutputListener) arguments[1]);
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  private ExecResult executed(ExecRequest request, OutputListener listener) {
    String text = prints.apply(request);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    listener.onOutput(new OutputChunk(OutputChunk.Stream.STDOUT, bytes, text));
    return new ExecResult(
        new byte[0],
        new byte[0],
        "",
        OptionalInt.of(0),
        false,
        false,
        bytes.length,
        Duration.ofMillis(5));
  }

  private static SandboxInfo info(String id, CreateRequest request) {
    return new SandboxInfo(
        id,
        "fake",
        request.spec(),
        SandboxStatus.RUNNING,
        request.labels(),
        request.tenant(),
        request.key(),
        Instant.EPOCH,
        Instant.EPOCH,
        Optional.empty());
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}

package dev.sandpool.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.ExecRequest;
import dev.sandpool.ExecResult;
import dev.sandpool.FileUpload;
import dev.sandpool.OutputListener;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a caller does in a sandbox counts against its tenant's limits, and is noted. */
class CallerSandboxTest {

  private final AtomicLong now = new AtomicLong();
  private final List<String> lines = new ArrayList<>();
  private final CompletableFuture<ExecResult> running = new CompletableFuture<>();
  private final AuditLog audit =
      new AuditLog(lines::add, AuditSettings.Subject.TEXT, Clock.systemUTC(), now::get);
  private final Activity activity = audit.begin("r", "127.0.0.1", "TEST");
  private final Access access =
      new Access(
          new Caller("ada", "blue", Set.of(Role.USER)),
          new TenantLimits(new LimitSettings(0, 0, 1, 600), now::get),
          activity);

  @Test
  void commandHoldsItsPlaceUntilItEnds() {
    Sandbox sandbox =
        new CallerSandbox(
            proxy(
                Sandbox.class,
                (self, method, arguments) -> method.getName().equals("id") ? "sp-1" : running),
            () -> access);

    CompletionStage<ExecResult> first = sandbox.executeAsync(ExecRequest.of("sleep 1"));
    assertThatThrownBy(() -> sandbox.execute("true")).isInstanceOf(LimitReachedException.class);
    assertThatThrownBy(() -> sandbox.executeAsync("true"))
        .isInstanceOf(LimitReachedException.class);
    assertThat(first).as("cancelling it kills the command").isSameAs(running);

    running.cancel(true);

    assertThat(sandbox.executeAsync("true")).isSameAs(running);
  }

  @Test
  void commandThatDoesNotStartHoldsNone() {
    Sandbox sandbox =
        new CallerSandbox(
            proxy(
                Sandbox.class,
                (self, method, arguments) -> {
                  if (method.getName().equals("id")) {
                    return "sp-1";
                  }
                  throw new IllegalStateException("broken");
                }),
            () -> access);

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> sandbox.executeAsync("true")).hasMessage("broken");
      assertThatThrownBy(() -> sandbox.execute(ExecRequest.of("true"), OutputListener.NONE))
          .hasMessage("broken");
    }
  }

  @Test
  void contentOfFilesIsCountedBothWays() throws IOException {
    SandboxFiles files =
        new CallerFiles(proxy(SandboxFiles.class, this::files), "sp-1", () -> access);

    files.upload(FileUpload.of("/a", new byte[300]));
    files.download("/a", new ByteArrayOutputStream());

    assertThatThrownBy(() -> files.upload(FileUpload.of("/a", "x")))
        .isInstanceOf(LimitReachedException.class);
    assertThatThrownBy(() -> files.readBytes("/a")).isInstanceOf(LimitReachedException.class);
    now.addAndGet(60_000_000_000L);
    files.uploadAll(List.of(FileUpload.of("/a", new byte[601]), FileUpload.of("/b", "x")));
    assertThatThrownBy(() -> files.downloadAll(List.of("/a")))
        .isInstanceOf(LimitReachedException.class);
  }

  @Test
  void eachFileOfManyIsNoted() {
    SandboxFiles files =
        new CallerFiles(proxy(SandboxFiles.class, this::files), "sp-1", () -> access);

    files.uploadAll(List.of(FileUpload.of("/a", "x"), FileUpload.of("/b", "y")));
    files.move("/a", "/c");
    audit.end(activity, 200);

    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("\"file-write\"", "\"sp-1\"", "\"/a\"");
    assertThat(lines.get(1)).contains("\"file-write\"", "\"/b\"");
    assertThat(lines.get(2)).contains("\"file-move\"", "\"/a\\n/c\"");
  }

  @Test
  void sandboxThatIsAnothersIsToldInTheAuditOnly() {
    World world = new World();
    Optional<Sandbox> found =
        new Access(new Caller("eve", "red", Set.of(Role.USER)), access.limits(), activity)
            .over(world.sandboxes())
            .find(World.ID);
    audit.end(activity, 404);

    assertThat(found).isEmpty();
    assertThat(lines).singleElement().asString().contains("\"other-tenant\"", "\"sp-1\"");
  }

  private Object files(Object self, java.lang.reflect.Method method, Object... arguments)
      throws IOException {
    switch (method.getName()) {
      case "upload" -> {
        return (long) ((FileUpload) arguments[0]).content().readAllBytes().length;
      }
      case "uploadAll" -> {
        for (Object file : (Iterable<?>) arguments[0]) {
          ((FileUpload) file).content().readAllBytes();
        }
        return List.of();
      }
      case "download" -> {
        ((OutputStream) arguments[1]).write(new byte[300]);
        return 300L;
      }
      default -> {
        return null;
      }
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            CallerSandboxTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}

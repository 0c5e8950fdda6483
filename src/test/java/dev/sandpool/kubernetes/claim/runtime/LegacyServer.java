package dev.sandpool.kubernetes.claim.runtime;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.kubernetes.claim.connect.LoopbackRoute;
import dev.sandpool.kubernetes.claim.connect.SandboxHttp;
import dev.sandpool.local.HostShell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;

/**
 * A legacy runtime on this machine, with its traps: no shell, no answer before all streams are
 * closed, nothing but UTF-8. It can lose answers after the deed.
 */
final class LegacyServer implements AutoCloseable {

  private static final Pattern DIRECTORY = Pattern.compile("/tmp/\\.sandpool-channel-[0-9a-f]+");

  private final MockWebServer server = new MockWebServer();
  private final Deque<Boolean> lost = new ConcurrentLinkedDeque<>();
  private final Set<Path> directories = ConcurrentHashMap.newKeySet();
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private final AtomicInteger calls = new AtomicInteger();
  private final Semaphore workers;
  private final String path;

  /**
   * Starts.
   *
   * @param workers how many commands it runs at the same time
   * @param path where commands are looked for
   */
  LegacyServer(int workers, String path) {
    this.workers = new Semaphore(workers);
    this.path = path;
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
            return answer(request);
          }
        });
    try {
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Loses the answers of the next calls. */
  void loseAnswers(int count) {
    for (int i = 0; i < count; i++) {
      lost.add(true);
    }
  }

  /** The directories that it was told of and that are still there. */
  List<Path> directories() {
    return directories.stream().filter(Files::exists).toList();
  }

  /** How many commands it was asked to run. */
  int calls() {
    return calls.get();
  }

  LegacyExecute execute() {
    return new LegacyExecute(
        new SandboxHttp(new LoopbackRoute(), LoopbackRoute.ADDRESS, server.getPort()));
  }

  int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    // The server waits for its answers, and those for whatever holds a command's streams.
    running.stream()
        .flatMap(process -> Stream.concat(process.descendants(), Stream.of(process.toHandle())))
        .forEach(ProcessHandle::destroyForcibly);
    server.close();
  }

  private MockResponse answer(RecordedRequest request) throws InterruptedException {
    if (request.getUrl().encodedPath().equals("/")) {
      return json(Map.of("status", "ok", "message", "Sandbox Runtime is active."));
    }
    calls.incrementAndGet();
    String text = request.getBody().utf8();
    DIRECTORY.matcher(text).results().forEach(found -> directories.add(Path.of(found.group())));
    JsonObject body = JsonParser.parseString(text).getAsJsonObject();
    workers.acquire();
    Map<String, Object> result;
    try {
      result = execute(split(body.get("command").getAsString()));
    } finally {
      workers.release();
    }
    if (lost.poll() != null) {
      return new MockResponse.Builder()
          .onResponseStart(SocketEffect.ShutdownConnection.INSTANCE)
          .build();
    }
    return json(result);
  }

  private Map<String, Object> execute(List<String> words) {
    List<String> argv = new ArrayList<>(HostShell.prefix(path));
    argv.addAll(words);
    try {
      return finish(new ProcessBuilder(argv).start());
    } catch (IOException | UncheckedIOException | InterruptedException | ExecutionException e) {
      return Map.of("stdout", "", "stderr", "Failed to execute command: " + e, "exit_code", 1);
    }
  }

  private Map<String, Object> finish(Process process)
      throws IOException, InterruptedException, ExecutionException {
    running.add(process);
    try {
      process.getOutputStream().close();
      CompletableFuture<String> err =
          CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
      String out = text(process.getInputStream());
      return Map.of("stdout", out, "stderr", err.get(), "exit_code", process.waitFor());
    } finally {
      running.remove(process);
    }
  }

  /** All that comes until the last holder lets go; anything but UTF-8 is an error. */
  private static String text(InputStream in) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      in.transferTo(bytes);
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray())).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes a text apart as Python's shlex does, as far as quotes go. */
  static List<String> split(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = null;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        word = word == null ? new StringBuilder() : word;
      } else if (c == ' ') {
        if (word != null) {
          words.add(word.toString());
        }
        word = null;
      } else {
        word = word == null ? new StringBuilder() : word;
        word.append(c);
      }
    }
    if (word != null) {
      words.add(word.toString());
    }
    return words;
  }

  private static MockResponse json(Map<String, ?> members) {
    return new MockResponse.Builder()
        .addHeader("Content-Type", "application/json")
        .body(new Gson().toJson(members))
        .build();
  }
}

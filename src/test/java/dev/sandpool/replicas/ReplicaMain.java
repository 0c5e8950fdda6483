package dev.sandpool.replicas;

import dev.sandpool.Sandbox;
import dev.sandpool.Sandboxes;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * A replica in a JVM of its own. Its arguments are settings, each {@code key=value}; its standard
 * input has orders, one a line; it ends with that.
 */
final class ReplicaMain {

  private ReplicaMain() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Map<String, String> values =
        Arrays.stream(arguments)
            .map(argument -> argument.split("=", 2))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    Function<String, Optional<String>> settings = key -> Optional.ofNullable(values.get(key));
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Sandpool sandpool = Sandpool.start(SandpoolSettings.read(settings))) {
      say("ready");
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        obey(order.split(" "), sandpool.sandboxes());
        say("done");
      }
    }
    say("closed");
  }

  /** An order is a word, how often, and how many at a time; and on how many keys. */
  private static void obey(String[] words, Sandboxes sandboxes) throws InterruptedException {
    int count = Integer.parseInt(words[1]);
    int parallel = Integer.parseInt(words[2]);
    switch (words[0]) {
      case "borrow" -> sideBySide(count, parallel, i -> borrow(sandboxes));
      case "hold" -> sideBySide(count, parallel, i -> say("held " + sandboxes.create().id()));
      case "talk" -> {
        int keys = Integer.parseInt(words[3]);
        sideBySide(count, parallel, i -> Conversation.of(sandboxes, i % keys).say());
      }
      case "read" -> sideBySide(count, parallel, i -> Conversation.of(sandboxes, i).tell());
      default -> throw new IllegalArgumentException(words[0]);
    }
  }

  private static void sideBySide(int count, int parallel, IntConsumer what)
      throws InterruptedException {
    ExecutorService workers = Executors.newFixedThreadPool(parallel);
    for (int i = 0; i < count; i++) {
      int number = i;
      workers.execute(() -> what.accept(number));
    }
    workers.shutdown();
    if (!workers.awaitTermination(10, TimeUnit.MINUTES)) {
      say("failed: some have not come to an end");
    }
  }

  /** Leaves a word of its own, and looks whether there is any other, before it and after. */
  private static void borrow(Sandboxes sandboxes) {
    String word = UUID.randomUUID().toString();
    try (Sandbox sandbox = sandboxes.create()) {
      String said = sandbox.execute("ls; touch " + word + "; sleep 0.2; ls").stdout().strip();
      say("borrowed " + sandbox.id() + (said.equals(word) ? "" : " shared: " + said));
    } catch (RuntimeException e) {
      say("failed: " + e);
    }
  }

  static synchronized void say(String line) {
    System.out.println(line);
  }
}

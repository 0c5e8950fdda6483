package dev.sandpool.replicas;

import dev.sandpool.Acquired;
import dev.sandpool.CreateRequest;
import dev.sandpool.SandboxException;
import dev.sandpool.Sandboxes;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;

/**
 * One turn of a conversation of some key, in the sandbox of that key. What became of it is a line:
 * {@code said key id word}, {@code told key id words}, or {@code failed key error}.
 */
final class Conversation {

  /** What nobody uses for so long is to go. */
  static final Duration IDLE = Duration.ofSeconds(40);

  private final Sandboxes sandboxes;
  private final String key;

  private Conversation(Sandboxes sandboxes, String key) {
    this.sandboxes = sandboxes;
    this.key = key;
  }

  static Conversation of(Sandboxes sandboxes, int number) {
    return new Conversation(sandboxes, "thread-" + number);
  }

  /** Leaves a word in a file. */
  void say() {
    String word = UUID.randomUUID().toString();
    line(
        "said",
        acquired -> {
          acquired.sandbox().execute("echo " + word + " >>said");
          return word;
        });
  }

  /** Tells all words of the file. */
  void tell() {
    line(
        "told",
        acquired ->
            String.join(
                ",", acquired.sandbox().execute("touch said; cat said").stdout().split("\n")));
  }

  private void line(String what, Function<Acquired, String> turn) {
    try {
      Acquired acquired =
          sandboxes.getOrCreate(CreateRequest.of("default").withKey(key).withIdleTtl(IDLE));
      String result = turn.apply(acquired);
      ReplicaMain.say(what + " " + key + " " + acquired.sandbox().id() + " " + result);
    } catch (SandboxException e) {
      ReplicaMain.say("failed " + key + " " + e.getClass().getSimpleName() + " " + e.getMessage());
    }
  }
}

package dev.sandpool.security;

import com.google.gson.JsonObject;
import dev.sandpool.security.AuditSettings.Subject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What one request does, gathered while it runs and written down at its end: one JSON object for
 * each action, or one for all if it came to none. May be used by many threads.
 */
public final class Activity {

  private static final int MOST_ACTIONS = 100;
  private static final int LONGEST_TEXT = 4096;

  /** What is known of a request from its beginning. */
  record Request(String id, String peer, String line, Instant time, long nanoTime) {}

  private record Done(Action action, String sandbox, JsonObject subject) {}

  private final Request request;
  private final Subject subjects;
  private final List<Done> done = new ArrayList<>();
  private Caller caller;
  private Action looked;
  private String sandbox;
  private int more;
  private boolean ended;

  Activity(Request request, Subject subjects) {
    this.request = request;
    this.subjects = subjects;
  }

  /** It is known who calls. */
  public synchronized void by(Caller known) {
    caller = known;
  }

  /** The caller sees to a sandbox; told if nothing else is done with it. */
  synchronized void look(Action action, String id) {
    looked = action;
    sandbox = id;
  }

  /** The sandbox that an action got. */
  synchronized void got(String id) {
    sandbox = id;
  }

  /** The caller does something, or tries to. */
  synchronized void note(Action action, Optional<String> id, Optional<String> subject) {
    if (done.size() < MOST_ACTIONS) {
      done.add(new Done(action, id.orElse(null), described(subject)));
    } else {
      more++;
    }
  }

  /** Ends it; false if it has ended before. */
  synchronized boolean end() {
    boolean first = !ended;
    ended = true;
    return first;
  }

  /** What to write down, one object a line. */
  synchronized List<String> lines(int status, long now) {
    if (done.isEmpty()) {
      return List.of(line(word(looked), sandbox, new JsonObject(), status, now));
    }
    Stream<String> each =
        done.stream()
            .map(one -> line(word(one.action()), one.sandbox(), one.subject(), status, now));
    return more == 0
        ? each.toList()
        : Stream.concat(each, Stream.of(line("more", sandbox, counted(), status, now))).toList();
  }

  private static String word(Action action) {
    return action == null ? "request" : action.word();
  }

  /** What there was no room for. */
  private JsonObject counted() {
    JsonObject counted = new JsonObject();
    counted.addProperty("count", more);
    return counted;
  }

  private String line(String action, String id, JsonObject subject, int status, long now) {
    JsonObject line = new JsonObject();
    line.addProperty("time", request.time().truncatedTo(ChronoUnit.MILLIS).toString());
    line.addProperty("requestId", request.id());
    line.addProperty("caller", caller == null ? null : caller.name());
    line.addProperty("tenant", caller == null ? null : caller.tenant());
    line.addProperty("peer", request.peer());
    line.addProperty("request", request.line());
    line.addProperty("action", action);
    line.addProperty("sandbox", Optional.ofNullable(id).orElse(sandbox));
    subject.entrySet().forEach(entry -> line.add(entry.getKey(), entry.getValue()));
    line.addProperty("outcome", outcome(status));
    line.addProperty("status", status);
    line.addProperty("durationMillis", TimeUnit.NANOSECONDS.toMillis(now - request.nanoTime()));
    return line.toString();
  }

  private static String outcome(int status) {
    if (status < 400) {
      return "done";
    }
    return status == 401 || status == 403 || status == 429 ? "refused" : "failed";
  }

  /** At once, so that no command is kept for as long as it runs. */
  private JsonObject described(Optional<String> subject) {
    JsonObject described = new JsonObject();
    if (subjects == Subject.DIGEST) {
      subject.ifPresent(text -> described.addProperty("subjectSha256", digest(text)));
    } else if (subjects == Subject.TEXT) {
      subject.ifPresent(text -> described.addProperty("subject", cut(text)));
    }
    return described;
  }

  private static String digest(String text) {
    return HexFormat.of().formatHex(Digests.sha256(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }
}

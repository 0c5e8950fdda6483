package dev.sandpool.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.security.AuditSettings.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {

  private static final Caller ADA = new Caller("ada", "blue", Set.of(Role.USER));

  private final List<String> lines = new ArrayList<>();
  private final AtomicBoolean broken = new AtomicBoolean();
  private final AtomicLong nanos = new AtomicLong();

  @TempDir Path directory;

  @Test
  void tellsWhoDidWhatWhenAndHowItWent() {
    AuditLog log = log(Subject.DIGEST);
    Activity activity = log.begin("r-1", "10.0.0.7", "POST /api/v1/sandboxes/sp-1/exec");
    activity.by(ADA);
    activity.note(Action.EXEC, Optional.of("sp-1"), Optional.of("echo hello"));
    nanos.addAndGet(12_000_000);

    log.end(activity, 200);

    assertThat(lines)
        .containsExactly(
            "{\"time\":\"2026-01-02T03:04:05Z\",\"requestId\":\"r-1\",\"caller\":\"ada\","
                + "\"tenant\":\"blue\",\"peer\":\"10.0.0.7\","
                + "\"request\":\"POST /api/v1/sandboxes/sp-1/exec\",\"action\":\"exec\","
                + "\"sandbox\":\"sp-1\",\"subjectSha256\":"
                // printf 'echo hello' | sha256sum
                + "\"584a331fd6b02dcb1ecbe2eba731f609a2e1e3dac0bb73ae998dfad14c309a77\","
                + "\"outcome\":\"done\",\"status\":200,\"durationMillis\":12}");
  }

  @Test
  void eachActionOfARequestHasALine() {
    AuditLog log = log(Subject.NONE);
    Activity activity = log.begin("r-1", "10.0.0.7", "POST /mcp");
    activity.by(ADA);
    activity.note(Action.CREATE, Optional.empty(), Optional.empty());
    activity.got("sp-7");
    activity.note(Action.EXEC, Optional.of("sp-7"), Optional.of("secret"));
    log.end(activity, 429);

    assertThat(lines).hasSize(2);
    assertThat(json(0).get("action").getAsString()).isEqualTo("create");
    assertThat(json(0).get("sandbox").getAsString()).isEqualTo("sp-7");
    assertThat(json(1).get("action").getAsString()).isEqualTo("exec");
    assertThat(json(1).get("outcome").getAsString()).isEqualTo("refused");
    assertThat(json(1).has("subject")).isFalse();
    assertThat(json(1).has("subjectSha256")).isFalse();
  }

  @Test
  void requestsThatCameToNothingHaveALineToo() {
    AuditLog log = log(Subject.DIGEST);
    log.end(log.begin("r-1", "10.0.0.7", "GET /api/v1/sandboxes"), 401);
    Activity looked = log.begin("r-2", "10.0.0.7", "GET /api/v1/sandboxes/sp-1");
    looked.look(Action.FIND, "sp-1");
    log.end(looked, 404);

    assertThat(json(0).get("action").getAsString()).isEqualTo("request");
    assertThat(json(0).get("caller").isJsonNull()).isTrue();
    assertThat(json(0).get("outcome").getAsString()).isEqualTo("refused");
    assertThat(json(1).get("action").getAsString()).isEqualTo("find");
    assertThat(json(1).get("sandbox").getAsString()).isEqualTo("sp-1");
    assertThat(json(1).get("outcome").getAsString()).isEqualTo("failed");
  }

  @Test
  void requestIsWrittenOnce() {
    AuditLog log = log(Subject.DIGEST);
    Activity activity = log.begin("r-1", "10.0.0.7", "GET /");

    log.end(activity, 200);
    log.end(activity, 500);

    assertThat(lines).hasSize(1);
  }

  @Test
  void nobodyCanWriteLinesOfTheirOwn() {
    AuditLog log = log(Subject.TEXT);
    String attack = "x\n{\"caller\":\"somebody else\"}\r\u2028\"\u0000\u001b[2J";
    Activity activity = log.begin("r-1", "10.0.0.7", "GET /" + attack);
    activity.by(new Caller(attack, attack, Set.of()));
    activity.note(Action.EXEC, Optional.of(attack), Optional.of(attack));

    log.end(activity, 200);

    assertThat(lines).hasSize(1);
    assertThat(lines.get(0).chars()).noneMatch(each -> each < ' ' || each == '\u2028');
    assertThat(json(0).get("caller").getAsString()).isEqualTo(attack);
    assertThat(json(0).get("subject").getAsString()).isEqualTo(attack);
  }

  @Test
  void longCommandsAreCutAndManyActionsCounted() {
    AuditLog log = log(Subject.TEXT);
    Activity activity = log.begin("r-1", "10.0.0.7", "POST /");
    for (int i = 0; i < 1000; i++) {
      activity.note(Action.EXEC, Optional.of("sp-1"), Optional.of("x".repeat(10_000)));
    }

    log.end(activity, 200);

    assertThat(lines).hasSize(101).allMatch(line -> line.length() < 5_000);
    assertThat(json(100).get("action").getAsString()).isEqualTo("more");
    assertThat(json(100).get("count").getAsInt()).isEqualTo(900);
  }

  @Test
  void whatCouldNotBeWrittenStopsAllUntilItIs() {
    AuditLog log = log(Subject.DIGEST);
    log.requireWritable();
    broken.set(true);
    log.end(log.begin("r-1", "10.0.0.7", "GET /1"), 200);
    log.end(log.begin("r-2", "10.0.0.7", "GET /2"), 200);

    assertThat(log.trouble()).hasValueSatisfying(why -> assertThat(why).contains("disk is full"));
    assertThatThrownBy(log::requireWritable).isInstanceOf(AuditUnavailableException.class);
    assertThat(lines).isEmpty();

    broken.set(false);
    log.requireWritable();

    assertThat(log.trouble()).isEmpty();
    assertThat(json(0).get("requestId").getAsString()).isEqualTo("r-1");
    assertThat(json(1).get("requestId").getAsString()).isEqualTo("r-2");
  }

  @Test
  void filesAreTheirOwnersAndMayBeRotated() throws IOException {
    Path file = directory.resolve("audit.log");
    AuditSink sink = AuditSinks.of(new AuditSettings(Optional.of(file), Subject.DIGEST));

    sink.write("{\"n\":1}");
    sink.write("{\"n\":2}");
    Files.move(file, directory.resolve("audit.log.1"));
    sink.write("{\"n\":3}");

    assertThat(Files.readString(directory.resolve("audit.log.1")))
        .isEqualTo("{\"n\":1}\n{\"n\":2}\n");
    assertThat(Files.readString(file)).isEqualTo("{\"n\":3}\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void fileThatCannotBeWrittenIsAnError() {
    AuditSink sink =
        AuditSinks.of(
            new AuditSettings(Optional.of(directory.resolve("none/audit.log")), Subject.DIGEST));

    assertThatThrownBy(() -> sink.write("{}")).isInstanceOf(IOException.class);
  }

  private JsonObject json(int line) {
    return JsonParser.parseString(lines.get(line)).getAsJsonObject();
  }

  private AuditLog log(Subject subject) {
    AuditSink sink =
        line -> {
          if (broken.get()) {
            throw new IOException("disk is full");
          }
          lines.add(line);
        };
    Instant time = Instant.parse("2026-01-02T03:04:05.000999Z");
    return new AuditLog(sink, subject, Clock.fixed(time, ZoneOffset.UTC), nanos::get);
  }
}

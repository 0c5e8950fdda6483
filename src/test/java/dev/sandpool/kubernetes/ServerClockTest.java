package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.atomic.AtomicReference;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerClockTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final AtomicReference<Instant> machine = new AtomicReference<>(NOON);
  private final InstantSource own = machine::get;
  private final ServerClock clock = new ServerClock(own);
  private final OkHttpClient client =
      new OkHttpClient.Builder().addNetworkInterceptor(clock).build();
  private final MockWebServer server = new MockWebServer();

  @BeforeEach
  void open() throws IOException {
    server.start();
  }

  @AfterEach
  void close() {
    server.close();
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }

  @Test
  void beforeTheFirstAnswerItIsTheMachines() {
    assertThat(clock.instant()).isEqualTo(NOON);
  }

  @ParameterizedTest
  @ValueSource(longs = {-600, -300, -3, 3, 300, 600})
  void clockOfTheMachineDoesNotMatter(long ahead) throws IOException {
    machine.set(NOON.plusSeconds(ahead));

    answerWith(date(NOON));

    assertThat(clock.instant()).isBetween(NOON, NOON.plusSeconds(1));
    machine.set(machine.get().plusSeconds(90));
    assertThat(clock.instant()).isBetween(NOON.plusSeconds(90), NOON.plusSeconds(91));
  }

  @Test
  void itNeverTremblesForWhatWholeSecondsAndSlowAnswersExplain() throws IOException {
    machine.set(NOON.plusSeconds(300));
    answerWith(date(NOON));
    Instant before = clock.instant();

    for (int late = -1; late <= 2; late++) {
      answerWith(date(NOON.minusSeconds(late)));
      assertThat(clock.instant()).isEqualTo(before);
    }
  }

  @Test
  void itFollowsAMachineWhoseClockIsSet() throws IOException {
    machine.set(NOON.minusSeconds(300));
    answerWith(date(NOON));

    machine.set(NOON.plusSeconds(10));
    answerWith(date(NOON.plusSeconds(10)));

    assertThat(clock.instant()).isBetween(NOON.plusSeconds(8), NOON.plusSeconds(12));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "yesterday", "2026-01-01T12:00:00Z", "0", "Thu, 99 Jan 2026 12:00:00 GMT"})
  void oddWordsChangeNothing(String date) throws IOException {
    machine.set(NOON.plusSeconds(300));
    answerWith(date(NOON));
    Instant before = clock.instant();

    answerWith(date);

    assertThat(clock.instant()).isEqualTo(before);
  }

  @Test
  void silenceChangesNothing() throws IOException {
    server.enqueue(new MockResponse.Builder().build());
    call();

    assertThat(clock.instant()).isEqualTo(NOON);
  }

  @Test
  void whatACacheOrProxyAnswersInErrorIsHeardToo() throws IOException {
    server.enqueue(
        new MockResponse.Builder()
            .code(503)
            .addHeader("Date", date(NOON.plus(Duration.ofHours(1))))
            .build());
    call();

    assertThat(clock.instant()).isAfter(NOON.plus(Duration.ofMinutes(59)));
  }

  private void answerWith(String date) throws IOException {
    server.enqueue(new MockResponse.Builder().addHeader("Date", date).build());
    call();
  }

  private void call() throws IOException {
    try (Response response =
        client.newCall(new Request.Builder().url(server.url("/")).build()).execute()) {
      assertThat(response.code()).isPositive();
    }
  }

  private static String date(Instant time) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC));
  }
}

package dev.sandpool.kubernetes.claim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process whose client died, or that was started twice. */
class LegacyAbandonedTest {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final LegacyServer server = new LegacyServer(5, "/usr/bin:/bin");

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void processThatNobodyAsksForIsKilledAndCleared() throws Exception {
    String number = "7" + System.nanoTime();
    LegacyProcess process =
        new LegacyProcess(server.execute(), call -> true, Duration.ofSeconds(1));
    process.start(List.of("/bin/sh", "-c", "echo up; sleep " + number), PATIENCE);
    assertThat(commandLines()).anyMatch(line -> line.contains(number));

    await()
        .atMost(Duration.ofSeconds(15))
        .untilAsserted(() -> assertThat(commandLines()).noneMatch(line -> line.contains(number)));
  }

  @Test
  void startWhoseAnswerIsLostStartsOnce() throws Exception {
    Path count = Files.createTempFile("sandpool", "count");
    assertThat(count.toFile().setWritable(true, false)).isTrue();
    LegacyProcess process = new LegacyProcess(server.execute(), call -> true);
    server.loseAnswers(2);

    LegacyReply reply =
        process.start(
            List.of("/bin/sh", "-c", "echo once >>" + count + "; echo up; cat"), PATIENCE);

    assertThat(reply.outputs()).hasSize(1);
    assertThat(Files.readAllLines(count)).containsExactly("once");
    process.leave();
    Files.delete(count);
  }

  /** Whole command lines of this machine's processes. */
  private static List<String> commandLines() throws IOException {
    return ProcessHandle.allProcesses().map(each -> each.info().commandLine().orElse("")).toList();
  }
}

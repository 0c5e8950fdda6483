package dev.sandpool.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxSpec;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.SessionsInMemory;
import dev.sandpool.pool.FakeBackend;
import dev.sandpool.pool.SessionBed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which sandbox a conversation has, on two replicas. */
class KeptSandboxesTest {

  private final FakeBackend backend = new FakeBackend();
  private final SessionStore store = new SessionsInMemory();
  private final SessionBed one = new SessionBed(backend, SessionBed.spec(), store);
  private final SessionBed other = new SessionBed(backend, SessionBed.spec(), store);

  @AfterEach
  void close() {
    one.close();
    other.close();
  }

  private static String sandboxOf(SessionBed replica, Object memoryId) {
    return new KeptSandboxes(replica.sandboxes, ConversationRequests.BY_MEMORY_ID)
        .use(memoryId, Sandbox::id);
  }

  @Test
  void manyThreadsWithTheSameMemoryShareOneSandboxAndOthersDoNot() {
    ExecutorService threads = Executors.newFixedThreadPool(16);
    try {
      List<CompletableFuture<String>> all =
          IntStream.range(0, 48)
              .mapToObj(
                  i ->
                      CompletableFuture.supplyAsync(
                          () -> sandboxOf(i % 2 == 0 ? one : other, "chat " + i % 3), threads))
              .toList();

      List<String> ids = all.stream().map(CompletableFuture::join).toList();
      for (int i = 0; i < ids.size(); i++) {
        assertThat(ids.get(i)).isEqualTo(ids.get(i % 3));
      }
      assertThat(ids.stream().distinct()).hasSize(3);
      assertThat(backend.list()).hasSize(3);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void modelIsToldOnceThatFilesAreGone() {
    String first = sandboxOf(one, 7);
    one.sandboxes.delete(first);

    String answer = sandboxOf(other, 7);
    String next = sandboxOf(one, 7);

    assertThat(answer).startsWith("[The sandbox is a new one: ").contains("are gone");
    assertThat(answer).endsWith("\n" + next);
    assertThat(next).isNotEqualTo(first).doesNotContain("\n");
  }

  @Test
  void tenantsWithTheSameIdNeverMeet() {
    CreateRequest like = CreateRequest.of(SandboxSpec.DEFAULT_NAME);

    String hers =
        new KeptSandboxes(one.sandboxes, ConversationRequests.like(like.withTenant("her")))
            .use(7, Sandbox::id);
    String his =
        new KeptSandboxes(one.sandboxes, ConversationRequests.like(like.withTenant("him")))
            .use(7, Sandbox::id);

    assertThat(hers).isNotEqualTo(his);
  }

  @Test
  void serviceWithoutMemoryGetsNone() {
    assertThatThrownBy(() -> sandboxOf(one, "default")).isInstanceOf(InvalidValueException.class);
    assertThat(backend.list()).isEmpty();
  }
}

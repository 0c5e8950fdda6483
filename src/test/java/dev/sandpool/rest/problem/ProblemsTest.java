package dev.sandpool.rest.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.ExecFailedException;
import dev.sandpool.FileAccessException;
import dev.sandpool.FileAccessException.Reason;
import dev.sandpool.InvalidValueException;
import dev.sandpool.OverloadedException;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxNotFoundException;
import dev.sandpool.SandboxStartException;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemsTest {

  @Test
  void everyKindOfErrorHasItsStatus() {
    Map<RuntimeException, Integer> statuses =
        Map.of(
            new InvalidValueException("path", "a", "give another"), 400,
            new SandboxNotFoundException("gone"), 404,
            new SandboxLostException("evicted"), 410,
            new PoolExhaustedException("full"), 503,
            new BackendUnavailableException("no cluster"), 503,
            new OverloadedException("too many", null), 503,
            new SandboxStartException("no image"), 502,
            new ExecFailedException("broken"), 502);
    statuses.forEach(
        (error, status) -> {
          Problem problem = describe(error);
          assertThat(problem.status()).as(error.toString()).isEqualTo(status);
          assertThat(problem.detail()).isEqualTo(error.getMessage());
        });
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void everyReasonOfAFileHasAStatusOfItsOwn(Reason reason) {
    Problem problem = describe(new FileAccessException(reason, "/a", ""));

    assertThat(problem.code()).isEqualTo(reason.code());
    assertThat(problem.status()).isNotEqualTo(500);
  }

  @Test
  void looksThroughWhatFuturesWrapErrorsIn() {
    Problem problem = describe(new CompletionException(new SandboxLostException("evicted")));

    assertThat(problem)
        .isEqualTo(
            new Problem(
                "tag:sandpool.dev,2026:sandbox_lost",
                "Sandbox ended",
                410,
                "evicted",
                "/api/v1/x",
                "sandbox_lost",
                null,
                "r1"));
  }

  @Test
  void namesTheFieldAsTheCallerKnowsIt() {
    InvalidValueException java = new InvalidValueException("timeout", -1, "give more");

    Problem problem = describe(java.under("timeoutSeconds"));

    assertThat(problem.field()).isEqualTo("timeoutSeconds");
    assertThat(problem.detail()).isEqualTo("timeoutSeconds: '-1' cannot be used; give more");
  }

  @Test
  void showsNothingOfWhatNobodyForesaw() {
    Problem problem = describe(new IllegalStateException("password is hunter2"));

    assertThat(problem.status()).isEqualTo(500);
    assertThat(problem.code()).isEqualTo("internal_error");
    assertThat(problem.detail()).contains("r1").doesNotContain("hunter2");
  }

  @Test
  void keepsOnlyHarmlessRequestIds() {
    assertThat(RequestIds.accepted("a-B_1.2")).isEqualTo("a-B_1.2");
    assertThat(RequestIds.accepted("a\nb")).hasSize(36);
    assertThat(RequestIds.accepted("a".repeat(129))).hasSize(36);
    assertThat(RequestIds.accepted(null)).hasSize(36);
  }

  private static Problem describe(Throwable error) {
    return Problems.describe(error, "/api/v1/x", "r1");
  }
}

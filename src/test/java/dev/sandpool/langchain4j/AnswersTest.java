package dev.sandpool.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.ExecResult;
import dev.sandpool.InvalidValueException;
import dev.sandpool.PoolExhaustedException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.TextPage;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What models are told, and how much of it. */
class AnswersTest {

  private static ExecResult ended(String output, OptionalInt code, boolean late, long dropped) {
    return new ExecResult(
        output.getBytes(UTF_8),
        new byte[0],
        output,
        code,
        late,
        false,
        dropped,
        Duration.ofSeconds(2));
  }

  private static TextPage page(String content, long total, OptionalLong next) {
    return new TextPage(content, total, next);
  }

  @Test
  void successIsItsOutput() {
    assertThat(CommandAnswer.of(ended("hi\n", OptionalInt.of(0), false, 0))).isEqualTo("hi\n");
    assertThat(CommandAnswer.of(ended("", OptionalInt.of(0), false, 0))).isEqualTo("[no output]");
  }

  @Test
  void failureSaysHow() {
    assertThat(CommandAnswer.of(ended("no", OptionalInt.of(2), false, 0)))
        .isEqualTo("no\n[exit code 2]");
    assertThat(CommandAnswer.of(ended("", OptionalInt.of(137), false, 0)))
        .isEqualTo("[exit code 137, signal KILL]");
    assertThat(CommandAnswer.of(ended("", OptionalInt.empty(), false, 0))).contains("not known");
  }

  @Test
  void timeoutKeepsWhatWasPrintedAndHasNoExitCode() {
    assertThat(CommandAnswer.of(ended("half\n", OptionalInt.empty(), true, 0)))
        .startsWith("half\n[time ran out after 2 s")
        .doesNotContain("exit code")
        .doesNotContain("not known");
  }

  @Test
  void outputLeftOutIsCounted() {
    assertThat(CommandAnswer.of(ended("x", OptionalInt.of(0), false, 99)))
        .contains("99 more bytes");
  }

  @Test
  void wantOfMemoryIsNamed() {
    ExecResult hungry =
        new ExecResult(
            new byte[0], new byte[0], "", OptionalInt.of(137), false, true, 0, Duration.ZERO);

    assertThat(CommandAnswer.of(hungry)).contains("want of memory").contains("exit code 137");
  }

  @Test
  void lastPageIsJustItsLines() {
    assertThat(PageAnswer.of(page("a\nb", 2, OptionalLong.empty()), 0, 100)).isEqualTo("a\nb");
    assertThat(PageAnswer.of(page("", 0, OptionalLong.empty()), 0, 100))
        .isEqualTo("[the file is empty]");
  }

  @Test
  void otherPagesSayWhereToGoOn() {
    assertThat(PageAnswer.of(page("c\nd\n", 9, OptionalLong.of(4)), 2, 100))
        .isEqualTo("c\nd\n[the file has 9 lines; go on with offset 4]");
  }

  @Test
  void pageIsCutAfterALineThatFits() {
    assertThat(PageAnswer.of(page("aa\nbb\ncc\n", 3, OptionalLong.empty()), 0, 7))
        .isEqualTo("aa\nbb\n[the file has 3 lines; go on with offset 2]");
  }

  @Test
  void lineThatIsTooLongIsCutAtACharacter() {
    assertThat(PageAnswer.of(page("éééé\nb\n", 2, OptionalLong.empty()), 0, 5))
        .isEqualTo(
            "éé\n[line 1 is longer; the rest of it was left out]"
                + "[the file has 2 lines; go on with offset 1]");
  }

  @Test
  void listsHaveALimitOfItemsAndOfBytes() {
    ListAnswer few = new ListAnswer(new ToolLimits(1000, 1, 2));
    ListAnswer small = new ListAnswer(new ToolLimits(3, 1, 100));

    assertThat(few.of(List.of("a", "b"), Function.identity(), false)).isEqualTo("a\nb");
    assertThat(few.of(List.of("a", "b", "c"), Function.identity(), false))
        .startsWith("a\nb\n[there is or may be more");
    assertThat(few.of(List.of("a"), Function.identity(), true)).contains("more");
    assertThat(few.of(List.<String>of(), Function.identity(), false)).isEqualTo("[nothing]");
    assertThat(small.of(List.of("abcdef"), Function.identity(), false)).startsWith("abc\n[there");
  }

  @Test
  void errorsAreAnswers() {
    assertThat(answer(new InvalidValueException("path", "x", "give an absolute path")))
        .isEqualTo("Error: path: 'x' cannot be used; give an absolute path");
    assertThat(answer(new PoolExhaustedException("all in use"))).isEqualTo("Error: all in use");
    assertThat(answer(new SandboxLostException("s-1 ended")))
        .contains("gone")
        .contains("once more");
  }

  @Test
  void mistakesOfTheProgramAreNot() {
    assertThatThrownBy(() -> answer(new NullPointerException()))
        .isInstanceOf(NullPointerException.class);
  }

  @Test
  void limitsAreAtLeastOne() {
    assertThatThrownBy(() -> new ToolLimits(1, 0, 1))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("lines");
  }

  private static String answer(RuntimeException failure) {
    return ToolAnswer.of(
        () -> {
          throw failure;
        });
  }
}

package dev.sandpool.kubernetes.claim.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.OutputChunk.Stream;
import dev.sandpool.backend.exec.ChannelEnd;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts in a sandbox say, and what others may say in their place. */
class LegacyReplyTest {

  @Test
  void outputsAreRead() throws IOException {
    LegacyReply reply = LegacyReply.parse("3/7/1/-\n1 1\naGVs\nbG8=\n2 5\nISE=\n");

    assertThat(reply.passed()).isEqualTo(3);
    assertThat(reply.state().end()).isEqualTo(ChannelEnd.exited(7));
    assertThat(reply.outputs())
        .extracting(LegacyReply.Output::stream)
        .containsExactly(Stream.STDOUT, Stream.STDERR);
    assertThat(reply.outputs()).extracting(LegacyReply.Output::number).containsExactly(1, 5);
    assertThat(reply.outputs().get(0).bytes()).asString().isEqualTo("hello");
  }

  @Test
  void unknownEndIsNoExitCode() throws IOException {
    assertThat(LegacyReply.parse("0/?/-/-").state().end()).isEqualTo(ChannelEnd.unknown());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "hello", "1/2", "x/-/-/-", "0/-/-/-\n1 x\n", "0/-/-/-\n1 1\n!!\n", "0/a/-/-"})
  void anythingElseIsAnError(String text) {
    assertThatThrownBy(() -> LegacyReply.parse(text)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "it's", "a\"b", "$HOME `id` \\n", "two\nlines", "é 漢", "''"})
  void wordsAreTakenApartAsTheyWere(String word) {
    List<String> words = List.of("sh", word, "end");

    assertThat(LegacyServer.split(ShellWords.join(words))).isEqualTo(words);
  }
}

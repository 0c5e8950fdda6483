package dev.sandpool.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.NotSupportedException;
import org.junit.jupiter.api.Test;

/** What a back end does instead of the {@link TerminalContract} that has no terminals. */
public interface NoTerminalContract extends ContractSubject {

  /** What would give some. */
  String terminalsNeed();

  @Test
  default void terminalsThatCannotBeHadAreRefusedWithTheCure() {
    assertThatThrownBy(() -> new Screen(shared(), "true"))
        .isInstanceOf(NotSupportedException.class)
        .hasMessageContaining(terminalsNeed());
  }
}

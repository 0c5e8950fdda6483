package dev.sandpool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalRequestTest {

  @Test
  void isALoginShellUnlessToldOtherwise() {
    TerminalRequest shell = TerminalRequest.shell();

    assertThat(shell.command()).isEmpty();
    assertThat(shell.workingDirectory()).isEmpty();
    assertThat(shell.environment()).isEmpty();
    assertThat(shell.size()).isEqualTo(new TerminalSize(80, 24));
  }

  @Test
  void keepsWhatItIsTold() {
    TerminalRequest request =
        TerminalRequest.builder()
            .command("top")
            .size(132, 43)
            .workingDirectory("/tmp")
            .environment("A", "1")
            .environment(Map.of("B", "2"))
            .build();

    assertThat(request.command()).hasValue("top");
    assertThat(request.size()).isEqualTo(new TerminalSize(132, 43));
    assertThat(request.workingDirectory()).hasValue("/tmp");
    assertThat(request.environment()).isEqualTo(Map.of("A", "1", "B", "2"));
  }

  @ParameterizedTest
  @CsvSource({"0,24,columns", "65536,24,columns", "80,0,rows", "80,-1,rows"})
  void refusesSizesThatCannotBe(int columns, int rows, String field) {
    assertThatThrownBy(() -> TerminalRequest.builder().size(columns, rows))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith(field)
        .hasMessageContaining("1 to 65535");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\0b"})
  void refusesCommandsThatCannotBe(String command) {
    assertThatThrownBy(() -> TerminalRequest.builder().command(command).build())
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("command");
  }

  @Test
  void refusesDirectoriesAndVariablesThatCannotBe() {
    assertThatThrownBy(() -> TerminalRequest.builder().workingDirectory("tmp").build())
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("workingDirectory");
    assertThatThrownBy(() -> TerminalRequest.builder().environment("A B", "1").build())
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("environment");
  }
}

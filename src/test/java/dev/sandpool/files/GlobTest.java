package dev.sandpool.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "*.py a.py",
        "*.py d/e/a.py",
        "*.yml .github/workflows/ci.yml",
        ".* d/.env",
        "**/*.py a.py",
        "**/*.py d/e/a.py",
        "d/**/*.py d/a.py",
        "d/** d/e/f",
        "** d/e/f",
        "/*.py a.py",
        "./d/*.py d/a.py",
        ".g/** .g/x",
        "a?c abc",
        "a?c aéc",
        "[a-c]x bx",
        "[!a]x bx",
        "[^a]x bx",
        "[]]x ]x",
        "[x [x",
        "a*b*c axbxbxc",
        "\\*x *x",
        "*.{c,h} d/a.h",
        "{d,e}/*.{c,h} e/a.c",
        "{a,{b,c}}x cx",
        "{a}x {a}x",
        "\\{a,b} {a,b}",
        "a**b axxb",
      })
  void matches(String pattern, String path) {
    assertThat(Glob.of("pattern", pattern).matches(path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "*.py a.pyc",
        "* .env",
        "?env .env",
        "[.]env .env",
        "/*.py d/a.py",
        "d/*.py d/e/a.py",
        "**/*.yml .github/ci.yml",
        "d/** d",
        "** .env",
        "a?c a/c",
        "[!a]x ax",
        "\\*x ax",
        "*.PY a.py",
      })
  void doesNotMatch(String pattern, String path) {
    assertThat(Glob.of("pattern", pattern).matches(path)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "d/",
        "../x",
        "a/../b",
        "{a,..}/b",
        "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}"
      })
  void refuses(String pattern) {
    assertThatThrownBy(() -> Glob.of("pattern", pattern))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageStartingWith("pattern: ");
  }

  @Test
  void manyStarsAreNoTrap() {
    Glob glob = Glob.of("pattern", "*a".repeat(60) + "b");
    Assertions.assertTimeout(
        Duration.ofSeconds(2), () -> assertThat(glob.matches("a".repeat(255))).isFalse());
  }
}

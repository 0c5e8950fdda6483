package dev.sandpool.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.InvalidValueException;
import dev.sandpool.local.LocalSettings.IsolationChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that can never work are refused, with the key to change. */
class LocalSettingsTest {

  private static final Map<String, String> IN_POD = Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1");

  @TempDir private Path directory;

  @Test
  void refusesToRunInAPod() {
    LocalSettings settings = LocalSettings.defaults();

    assertThatThrownBy(() -> PlaceGuard.refusePods(settings, IN_POD))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("sandpool.mode=raw")
        .hasMessageContaining("sandpool.local.allow-in-kubernetes=true");
  }

  @Test
  void runsInAPodWhenAllowed() {
    PlaceGuard.refusePods(LocalFixture.settings(directory, IsolationChoice.AUTO), IN_POD);
  }

  @ParameterizedTest
  @ValueSource(strings = {"relative", "/with blank", "/with\nline", "/back\\slash"})
  void refusesPathsThatMountsCannotName(String path) {
    assertThatThrownBy(() -> LocalFixture.settings(Path.of(path), IsolationChoice.AUTO))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.local.state-directory");
  }

  @Test
  void refusesToShowTheWholeHost() {
    LocalSettings some = LocalFixture.settings(directory, IsolationChoice.AUTO);

    assertThatThrownBy(
            () ->
                new LocalSettings(
                    some.stateDirectory(),
                    some.isolation(),
                    some.network(),
                    some.limits(),
                    List.of(Path.of("/")),
                    true))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.local.read-only-paths: '/'");
  }

  @Test
  void refusesLimitsOfZero() {
    assertThatThrownBy(() -> new ProcessLimits(OptionalLong.empty(), 0, 1, 1))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.local.limits.processes: '0'");
  }

  @ParameterizedTest
  @CsvSource({
    "512Mi, 536870912",
    "1Gi, 1073741824",
    "1.5Gi, 1610612736",
    "64Ki, 65536",
    "2G, 2000000000",
    "10k, 10000",
    "1000, 1000"
  })
  void readsMemory(String quantity, long bytes) {
    assertThat(MemoryQuantity.bytes("memoryLimit", quantity)).hasValue(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1GB", "-1", "Gi", "1 Gi", "100m"})
  void refusesOtherMemory(String quantity) {
    assertThatThrownBy(() -> MemoryQuantity.bytes("memoryLimit", quantity))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("memoryLimit: '" + quantity + "'");
  }

  @Test
  void rootOfTheMachineBecomesAStranger() {
    assertThat(HostUser.unusedIn(List.of("         0          0 4294967295")).getAsLong())
        .isBetween(1_900_000_000L, 2_000_000_000L);
  }

  @Test
  void rootOfAContainerBecomesAUserThatIsMapped() {
    assertThat(HostUser.unusedIn(List.of("0 1000 1", "1 100000 65536")).getAsLong())
        .isBetween(32_769L, 65_536L);
  }

  @Test
  void rootOfNothingStays() {
    assertThat(HostUser.unusedIn(List.of("0 1000 1"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "kernel/unprivileged_userns_clone, 0, kernel.unprivileged_userns_clone=1",
    "user/max_user_namespaces, 0, user.max_user_namespaces=15000",
    "kernel/apparmor_restrict_unprivileged_userns, 1, apparmor_restrict_unprivileged_userns=0"
  })
  void adviceNamesTheSwitch(String file, String value, String cure) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, value + "\n");

    assertThat(KernelAdvice.read(directory)).contains("sysctl -w").contains(cure);
  }

  @Test
  void withoutASwitchTheAdviceNamesPackages() {
    assertThat(KernelAdvice.read(directory)).contains("util-linux", "bubblewrap");
  }

  @Test
  void failureSaysWhatWasTried() {
    assertThatThrownBy(
            () ->
                Isolations.choose(
                    LocalFixture.settings(directory, IsolationChoice.BUBBLEWRAP),
                    candidate -> {
                      throw new BackendUnavailableException("it said no");
                    }))
        .isInstanceOf(BackendUnavailableException.class)
        .hasMessageContaining("bubblewrap: it said no");
  }
}

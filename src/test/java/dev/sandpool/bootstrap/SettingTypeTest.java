package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.InvalidValueException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTypeTest {

  @ParameterizedTest
  @CsvSource({"250ms,250", "30s,30000", "5m,300000", "2h,7200000", "PT1.5S,1500", " 1s ,1000"})
  void readsDurations(String text, long millis) {
    assertThat(setting(SettingType.DURATION).parse(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10", "-5s", "PT-5S", "1 s", "5M", "1.5s", "999999999999d"})
  void refusesOtherDurations(String text) {
    refused(SettingType.DURATION, text);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1048576,1048576", "512Ki,524288", "1Mi,1048576", "2Gi,2147483648"})
  void readsSizes(String text, long bytes) {
    assertThat(setting(SettingType.SIZE).parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1M", "1MB", "1.5Mi", "99999999999999999Gi"})
  void refusesOtherSizes(String text) {
    refused(SettingType.SIZE, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "=b", "1A=b", "A=b;C=d,E"})
  void refusesPairsWithoutNames(String text) {
    refused(SettingType.PAIRS, text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "lots", "1gb", "-1", "1 Gi"})
  void refusesOtherQuantities(String text) {
    refused(SettingType.QUANTITY, text);
  }

  @Test
  void everyDefaultCanBeRead() {
    assertThat(Catalogue.all()).isNotEmpty().allSatisfy(Setting::defaultValue);
  }

  private static void refused(SettingType<?> type, String text) {
    assertThatThrownBy(() -> setting(type).parse(text))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("sandpool.test: '" + text + "' cannot be used; give ");
  }

  private static <T> Setting<T> setting(SettingType<T> type) {
    return Setting.of("sandpool.test", type, "", "For this test.");
  }
}

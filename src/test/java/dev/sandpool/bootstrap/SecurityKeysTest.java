package dev.sandpool.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.sandpool.InvalidValueException;
import dev.sandpool.security.ApiKey;
import dev.sandpool.security.Role;
import dev.sandpool.security.SecuritySettings;
import dev.sandpool.security.SecuritySettings.Mode;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecurityKeysTest {

  private static final String HASH = "sha256:" + "0a".repeat(32);
  private static final String OTHER_HASH = "sha256:" + "0b".repeat(32);

  @Test
  void nothingIsSetUpUnlessAsked() {
    SecuritySettings settings = read(Map.of()).security();

    assertThat(settings.mode()).isEqualTo(Mode.AUTO);
    assertThat(settings.hasCredentials()).isFalse();
    assertThat(settings.tenantClaim()).isEqualTo("tenant");
    assertThat(settings.audit().file()).isEmpty();
  }

  @Test
  void keysAreFoundByTheirSettingsAndByTheirNames() {
    Map<String, String> given =
        Map.of(
            "sandpool.api-key.ci.hash", HASH,
            "sandpool.api-key.ci.tenant", "blue",
            "sandpool.api-key.ci.roles", "viewer, operator",
            "sandpool.api-keys", "laptop");
    Map<String, String> ofEnvironment =
        Map.of("sandpool.api-key.laptop.hash", OTHER_HASH, "sandpool.api-key.laptop.tenant", "red");

    SandpoolSettings settings =
        SandpoolSettings.read(
            key ->
                Optional.ofNullable(given.get(key))
                    .or(() -> Optional.ofNullable(ofEnvironment.get(key))),
            given.keySet());

    assertThat(settings.security().keys())
        .extracting(ApiKey::name, ApiKey::tenant, ApiKey::roles)
        .containsExactly(
            tuple("ci", "blue", Set.of(Role.VIEWER, Role.OPERATOR)),
            tuple("laptop", "red", Set.of(Role.USER)));
    assertThat(settings.security().hasCredentials()).isTrue();
    assertThat(settings.description())
        .contains("sandpool.api-key.ci.hash = *** (set)")
        .doesNotContain("0a0a");
  }

  @Test
  void whatAKeyLacksIsNamed() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.api-key.one.roles", "user",
                        "sandpool.api-key.three.hash", "secret",
                        "sandpool.api-key.three.tenant", "blue",
                        "sandpool.api-key.two.hash", HASH,
                        "sandpool.api-key.two.tenant", "blue",
                        "sandpool.api-key.two.roles", "root")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactly(
            "sandpool.api-key.one.tenant",
            "sandpool.api-key.one.hash",
            "sandpool.api-key.three.hash",
            "sandpool.api-key.two.roles");
    assertThat(error)
        .hasMessageContaining("give viewer, user or operator")
        .hasMessageContaining("api-key` prints")
        .hasMessageNotContaining("secret");
  }

  @Test
  void namesThatCannotBeAreNotPassedOver() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class, () -> read(Map.of("sandpool.api-key.NAME.hash", HASH)));

    assertThat(error)
        .hasMessageContaining("sandpool.api-key.NAME.hash: 'NAME' cannot be used")
        .hasMessageContaining("small letters, digits and dashes");
  }

  @Test
  void twoCannotHaveTheSameHash() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.api-key.one.hash",
                        HASH,
                        "sandpool.api-key.one.tenant",
                        "blue",
                        "sandpool.api-key.two.hash",
                        HASH,
                        "sandpool.api-key.two.tenant",
                        "red")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactly("sandpool.api-key.two.hash");
  }

  @Test
  void tokensAreSetUpByMicroProfilesOwnKeys() {
    assertThat(
            read(Map.of("mp.jwt.verify.publickey.location", "https://id.example.com/jwks"))
                .security()
                .hasCredentials())
        .isTrue();
    assertThat(read(Map.of("mp.jwt.verify.publickey", "MII")).security().hasCredentials()).isTrue();
  }

  @Test
  void limitsAndFilesThatCannotWorkAreNamed() {
    InvalidSettingsException error =
        catchThrowableOfType(
            InvalidSettingsException.class,
            () ->
                read(
                    Map.of(
                        "sandpool.tenant.request-burst", "0",
                        "sandpool.audit.file", "audit.log")));

    assertThat(error.problems())
        .extracting(InvalidValueException::field)
        .containsExactlyInAnyOrder("sandpool.tenant.request-burst", "sandpool.audit.file");
  }

  private static SandpoolSettings read(Map<String, String> given) {
    return SandpoolSettings.read(key -> Optional.ofNullable(given.get(key)), given.keySet());
  }
}

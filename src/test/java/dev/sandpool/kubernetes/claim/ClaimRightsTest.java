package dev.sandpool.kubernetes.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sandpool.BackendUnavailableException;
import io.kubernetes.client.openapi.models.V1Role;
import io.kubernetes.client.util.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Mode agent-sandbox looks at its rights when it starts. */
@Timeout(30)
class ClaimRightsTest {

  private static final Path ROLE = Path.of("kubernetes", "rbac", "agent-sandbox", "role.yaml");

  @TempDir private Path directory;

  @Test
  void areThoseOfTheRole() throws IOException {
    V1Role role = Yaml.loadAs(Files.readString(ROLE), V1Role.class);
    List<String> granted =
        role.getRules().stream()
            .flatMap(
                rule ->
                    rule.getVerbs().stream()
                        .map(verb -> verb + " " + rule.getApiGroups() + rule.getResources()))
            .toList();

    assertThat(ClaimRights.in("any"))
        .extracting(
            right ->
                "%s [%s][%s%s]"
                    .formatted(
                        right.verb(),
                        right.group(),
                        right.resource(),
                        right.subresource().isEmpty() ? "" : "/" + right.subresource()))
        .containsExactlyInAnyOrderElementsOf(granted);
  }

  @Test
  void everyMissingOneIsNamedAtTheStart() {
    try (ClaimFixture fixture = new ClaimFixture(directory)) {
      fixture.server.reviews().deny("patch sandboxclaims").deny("get sandboxes");

      assertThatThrownBy(() -> fixture.open(ClaimFixture.POOL))
          .isInstanceOf(BackendUnavailableException.class)
          .hasMessageContaining("cannot patch resource \"sandboxclaims\"")
          .hasMessageContaining("cannot get resource \"sandboxes\"")
          .hasMessageContaining("kubernetes/rbac/agent-sandbox/role.yaml");
    }
  }
}

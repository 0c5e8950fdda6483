package dev.sandpool.security;

import dev.sandpool.GeneratedTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds the table of roles in docs/security.md to the code. */
class SecurityDocumentTest {

  @Test
  void tableOfRolesIsWhatIsAllowed() throws IOException {
    new GeneratedTable(Path.of("docs", "security.md"), "roles")
        .requireSame(table(), SecurityDocumentTest.class);
  }

  private static String table() {
    return Arrays.stream(Action.values())
        .map(SecurityDocumentTest::row)
        .collect(
            Collectors.joining(
                "",
                """
                | may | `viewer` | `user` | `operator` | `action` in the audit |
                |---|---|---|---|---|
                """,
                ""));
  }

  private static String row(Action action) {
    return "| %s | %s | `%s` |%n"
        .formatted(
            action.meaning(),
            Arrays.stream(Role.values())
                .map(role -> role.has(action.right()) ? "yes" : "")
                .collect(Collectors.joining(" | ")),
            action.word());
  }
}

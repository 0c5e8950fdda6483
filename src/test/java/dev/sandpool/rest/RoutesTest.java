package dev.sandpool.rest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import dev.sandpool.SandboxNotFoundException;
import dev.sandpool.Sandboxes;
import dev.sandpool.rest.access.OfCaller;
import dev.sandpool.security.AccessRefusedException;
import dev.sandpool.security.Role;
import dev.sandpool.security.World;
import java.lang.reflect.Constructor;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each route of the application, for each role, on sandboxes of the own and of another tenant. */
class RoutesTest {

  /** The least role that each takes. A route that is not here is not served to anybody yet. */
  private static final Map<String, Role> LEAST =
      Map.ofEntries(
          Map.entry("GET /sandboxes", Role.VIEWER),
          Map.entry("GET /sandboxes/{id}", Role.VIEWER),
          Map.entry("GET /stats", Role.VIEWER),
          Map.entry("GET /pools", Role.VIEWER),
          Map.entry("GET /pools/{name}", Role.VIEWER),
          Map.entry("POST /sandboxes", Role.USER),
          Map.entry("DELETE /sandboxes/{id}", Role.USER),
          Map.entry("POST /sandboxes/{id}/renew", Role.USER),
          Map.entry("POST /sandboxes/{id}/suspend", Role.USER),
          Map.entry("POST /sandboxes/{id}/resume", Role.USER),
          Map.entry("POST /sandboxes/{id}/exec", Role.USER),
          Map.entry("POST /sandboxes/{id}/exec (events)", Role.USER),
          Map.entry("POST /sandboxes/{id}/processes", Role.USER),
          Map.entry("GET /sandboxes/{id}/processes", Role.USER),
          Map.entry("GET /sandboxes/{id}/processes/{pid}", Role.USER),
          Map.entry("DELETE /sandboxes/{id}/processes/{pid}", Role.USER),
          Map.entry("GET /sandboxes/{id}/processes/{pid}/output", Role.USER),
          Map.entry("POST /sandboxes/{id}/processes/{pid}/stdin", Role.USER),
          Map.entry("GET /sandboxes/{id}/files", Role.USER),
          Map.entry("POST /sandboxes/{id}/files/read", Role.USER),
          Map.entry("POST /sandboxes/{id}/files/edit", Role.USER),
          Map.entry("POST /sandboxes/{id}/files/move", Role.USER),
          Map.entry("POST /sandboxes/{id}/files/glob", Role.USER),
          Map.entry("POST /sandboxes/{id}/files/grep", Role.USER),
          Map.entry("POST /sandboxes/{id}/files/upload", Role.USER),
          Map.entry("POST /sandboxes/{id}/files/download", Role.USER),
          Map.entry("GET /sandboxes/{id}/files/content", Role.USER),
          Map.entry("PUT /sandboxes/{id}/files/content", Role.USER),
          Map.entry("DELETE /sandboxes/{id}/files/content", Role.USER),
          Map.entry("PATCH /pools/{name}", Role.OPERATOR),
          Map.entry("POST /cleanup", Role.OPERATOR));

  private final World world = new World();

  @Test
  void eachHasItsPlaceInTheTable() {
    assertThat(Route.all().map(Route::name)).containsExactlyInAnyOrderElementsOf(LEAST.keySet());
  }

  static Stream<Arguments> routesAndRoles() {
    List<Route> routes = Route.all().toList();
    List<Optional<Role>> roles =
        Stream.concat(
                Stream.of(Optional.<Role>empty()), Arrays.stream(Role.values()).map(Optional::of))
            .toList();
    return routes.stream().flatMap(route -> roles.stream().map(role -> Arguments.of(route, role)));
  }

  @ParameterizedTest
  @MethodSource("routesAndRoles")
  void servesWhomTheTableSays(Route route, Optional<Role> role) {
    Optional<Throwable> thrown =
        route.call(world.access(World.OWNER, role).over(world.sandboxes()), World.ID);

    boolean allowed = role.filter(own -> own.compareTo(LEAST.get(route.name())) >= 0).isPresent();
    assertThat(thrown.filter(AccessRefusedException.class::isInstance).isPresent())
        .as("%s is refused: %s", route, thrown)
        .isEqualTo(!allowed);
    assertThat(kind(thrown)).isNotEqualTo(SandboxNotFoundException.class.getSimpleName());
  }

  @ParameterizedTest
  @MethodSource("routesAndRoles")
  void anothersSandboxIsLikeNone(Route route, Optional<Role> role) {
    Sandboxes foreign = world.access("red", role).over(world.sandboxes());

    Optional<Throwable> there = route.call(foreign, World.ID);
    Optional<Throwable> none = route.call(foreign, "sp-none");

    if (route.isOfASandbox() && !role.equals(Optional.of(Role.OPERATOR))) {
      assertThat(kind(there)).as("told from none").isEqualTo(kind(none));
      assertThat(kind(there))
          .isIn(
              SandboxNotFoundException.class.getSimpleName(),
              AccessRefusedException.class.getSimpleName(),
              route.name().equals("DELETE /sandboxes/{id}") ? "nothing" : "");
    }
  }

  private static String kind(Optional<Throwable> thrown) {
    return thrown.map(each -> each.getClass().getSimpleName()).orElse("nothing");
  }

  @Test
  void resourcesTakeNoSandboxesButTheCallers() {
    List<Parameter> taken =
        Stream.concat(
                Route.all().map(route -> route.method().getDeclaringClass()),
                Stream.of(SandboxLookup.class))
            .distinct()
            .flatMap(type -> Arrays.stream(type.getConstructors()))
            .map(Constructor::getParameters)
            .flatMap(Arrays::stream)
            .filter(parameter -> parameter.getType() == Sandboxes.class)
            .toList();

    assertThat(taken)
        .hasSizeGreaterThanOrEqualTo(5)
        .allMatch(parameter -> parameter.isAnnotationPresent(OfCaller.class));
    noFields()
        .that()
        .haveRawType(Sandboxes.class)
        .should()
        .beAnnotatedWith(jakarta.inject.Inject.class)
        .because("fields would be another way to them")
        .check(
            new ClassFileImporter()
                .withImportOption(new DoNotIncludeTests())
                .importPackages("dev.sandpool.rest"));
  }
}

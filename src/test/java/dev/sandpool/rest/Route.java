package dev.sandpool.rest;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import dev.sandpool.Sandboxes;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A method of a resource, found by reflection: one that is new tomorrow is among them.
 *
 * @param name HTTP method and path, such as {@code GET /sandboxes/{id}}, and the Java method where
 *     that is not the only one
 * @param method what is called
 */
record Route(String name, Method method) {

  /** Values of path parameters, query parameters and members of bodies, by their names. */
  private static final Map<String, Object> SAMPLES =
      Map.ofEntries(
          Map.entry("name", "default"),
          Map.entry("pid", "1"),
          Map.entry("path", "/a"),
          Map.entry("from", "/a"),
          Map.entry("to", "/b"),
          Map.entry("paths", List.of("/a")),
          Map.entry("label", List.of()),
          Map.entry("command", "true"),
          Map.entry("pattern", "x"),
          Map.entry("oldText", "x"),
          Map.entry("newText", "y"));

  /** All that there are. */
  static Stream<Route> all() {
    return new ClassFileImporter()
        .withImportOption(new DoNotIncludeTests()).importPackages("dev.sandpool.rest").stream()
            .filter(type -> type.isAnnotatedWith(Path.class))
            .map(type -> type.reflect())
            .flatMap(type -> Arrays.stream(type.getMethods()))
            .filter(method -> verb(method).isPresent())
            .map(method -> new Route(name(method), method));
  }

  /** Whether its path names a sandbox. */
  boolean isOfASandbox() {
    return name.contains("{id}");
  }

  /**
   * Serves a request for sandbox {@code id}.
   *
   * @param sandboxes as its caller has them
   * @return what was thrown; empty if nothing
   */
  Optional<Throwable> call(Sandboxes sandboxes, String id) {
    try {
      method.invoke(
          resource(sandboxes),
          Arrays.stream(method.getParameters()).map(each -> argument(each, id)).toArray());
      return Optional.empty();
    } catch (InvocationTargetException e) {
      return Optional.of(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(this + " cannot be called", e);
    }
  }

  private Object resource(Sandboxes sandboxes) throws ReflectiveOperationException {
    Constructor<?> constructor = method.getDeclaringClass().getConstructors()[0];
    Object[] arguments =
        Arrays.stream(constructor.getParameterTypes())
            .map(
                type -> {
                  if (type == Sandboxes.class) {
                    return sandboxes;
                  }
                  return type == SandboxLookup.class ? new SandboxLookup(sandboxes) : null;
                })
            .toArray();
    return constructor.newInstance(arguments);
  }

  private static Object argument(Parameter parameter, String id) {
    PathParam inPath = parameter.getAnnotation(PathParam.class);
    QueryParam inQuery = parameter.getAnnotation(QueryParam.class);
    if (inPath != null) {
      return inPath.value().equals("id") ? id : Objects.requireNonNull(SAMPLES.get(inPath.value()));
    }
    return inQuery == null ? other(parameter.getType()) : SAMPLES.get(inQuery.value());
  }

  private static Object other(Class<?> type) {
    if (type.isRecord()) {
      return body(type);
    }
    if (type == String.class) {
      return "multipart/form-data; boundary=xyz";
    }
    if (type == byte[].class) {
      return new byte[1];
    }
    if (type == InputStream.class) {
      return new ByteArrayInputStream("--xyz--\r\n".getBytes(StandardCharsets.UTF_8));
    }
    return type == UriInfo.class || type == HttpHeaders.class ? answering(type) : null;
  }

  private static Object body(Class<?> type) {
    RecordComponent[] members = type.getRecordComponents();
    try {
      return type.getDeclaredConstructor(
              Arrays.stream(members).map(RecordComponent::getType).toArray(Class<?>[]::new))
          .newInstance(Arrays.stream(members).map(each -> SAMPLES.get(each.getName())).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("SAMPLES lacks what a " + type.getSimpleName() + " needs", e);
    }
  }

  private static Object answering(Class<?> type) {
    return Proxy.newProxyInstance(
        Route.class.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) ->
            method.getReturnType() == URI.class ? URI.create("http://localhost/") : null);
  }

  private static String name(Method method) {
    String own = Optional.ofNullable(method.getAnnotation(Path.class)).map(Path::value).orElse("");
    return verb(method).orElseThrow()
        + " "
        + method.getDeclaringClass().getAnnotation(Path.class).value()
        + own
        + (method.getName().equals("stream") ? " (events)" : "");
  }

  private static Optional<String> verb(Method method) {
    return Arrays.stream(method.getAnnotations())
        .map(Annotation::annotationType)
        .map(type -> type.getAnnotation(HttpMethod.class))
        .filter(Objects::nonNull)
        .map(HttpMethod::value)
        .findFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}

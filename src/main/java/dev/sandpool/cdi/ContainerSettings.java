package dev.sandpool.cdi;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * What MicroProfile Config has.
 *
 * @param values gives the text of a key
 * @param names all keys that it can list
 */
record ContainerSettings(Function<String, Optional<String>> values, Set<String> names) {

  private static final String MISSING =
      "Sandpool reads its settings from MicroProfile Config, which is not here: on a server, enable"
          + " it (on Liberty the feature mpConfig); elsewhere, put an implementation such as"
          + " io.smallrye.config:smallrye-config on the class path, or do without CDI and use"
          + " dev.sandpool.bootstrap.Sandpool.start";

  /**
   * Reads it now.
   *
   * @throws IllegalStateException if there is no implementation of it
   */
  static ContainerSettings read() {
    try {
      Config config = ConfigProvider.getConfig();
      Set<String> names = new HashSet<>();
      config.getPropertyNames().forEach(names::add);
      return new ContainerSettings(key -> config.getOptionalValue(key, String.class), names);
    } catch (IllegalStateException | LinkageError e) {
      throw new IllegalStateException(MISSING, e);
    }
  }
}

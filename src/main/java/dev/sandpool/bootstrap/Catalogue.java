package dev.sandpool.bootstrap;

import java.util.List;
import java.util.stream.Stream;

/** Every setting that there is. A room with settings of its own adds its list here. */
public final class Catalogue {

  private static final List<Setting<?>> ALL =
      Stream.of(
              List.of(CoreKeys.MODE, SpecNames.LISTED),
              PoolKeys.ALL,
              CoreKeys.EXEC,
              SpecKeys.ALL,
              SessionKeys.ALL,
              ConversationSourceKeys.ALL,
              McpKeys.ALL,
              SecurityKeys.ALL,
              LocalKeys.ALL,
              ClusterKeys.ALL,
              RawKeys.ALL,
              ClaimKeys.ALL,
              ClaimConnectionKeys.ALL)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  private Catalogue() {}

  /** The settings, in the order of the documentation. */
  public static List<Setting<?>> all() {
    return ALL;
  }
}

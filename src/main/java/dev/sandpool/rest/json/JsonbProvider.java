package dev.sandpool.rest.json;

import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbBuilder;
import jakarta.json.bind.JsonbConfig;
import jakarta.json.bind.config.BinaryDataStrategy;
import jakarta.ws.rs.ext.ContextResolver;
import jakarta.ws.rs.ext.Provider;

/**
 * Writes members that are null: a client sees that an exit code is unknown, not that it forgot one.
 * Bytes are base64.
 */
@Provider
public class JsonbProvider implements ContextResolver<Jsonb> {

  private final Jsonb jsonb =
      JsonbBuilder.create(
          new JsonbConfig()
              .withNullValues(true)
              .withBinaryDataStrategy(BinaryDataStrategy.BASE_64));

  @Override
  public Jsonb getContext(Class<?> type) {
    return jsonb;
  }
}

package dev.sandpool.rest.json;

import dev.sandpool.rest.problem.RestException;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/** Reads the records of {@code dev.sandpool.rest.model} from JSON bodies. */
@Provider
@Consumes({MediaType.APPLICATION_JSON, "application/merge-patch+json"})
public class StrictRecordReader implements MessageBodyReader<Record> {

  /** JSON bodies are held in memory; whoever has more uploads it as a file. */
  static final int MOST_BYTES = 16 * 1024 * 1024;

  @Override
  public boolean isReadable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type.isRecord();
  }

  @Override
  public Record readFrom(
      Class<Record> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, String> headers,
      InputStream body)
      throws IOException {
    return StrictRecords.read(type, parse(text(body.readNBytes(MOST_BYTES + 1))));
  }

  private static String text(byte[] bytes) {
    if (bytes.length > MOST_BYTES) {
      throw RestException.bodyTooLarge(MOST_BYTES);
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw RestException.notJson("The body is not UTF-8; send JSON in UTF-8");
    }
  }

  private static JsonObject parse(String text) {
    if (text.isBlank()) {
      throw RestException.notJson("The body is empty; send a JSON object");
    }
    try (JsonParser parser = Json.createParser(new StringReader(text))) {
      if (parser.next() == Event.START_OBJECT) {
        return object(parser);
      }
    } catch (JsonException | IllegalStateException e) {
      throw RestException.notJson("The body is not JSON: " + e.getMessage());
    }
    throw RestException.notJson("The body is not a JSON object; send one in braces");
  }

  /** Member by member, as ready-made readers let the last of two equal names win in silence. */
  private static JsonObject object(JsonParser parser) {
    JsonObjectBuilder object = Json.createObjectBuilder();
    Set<String> names = new HashSet<>();
    while (parser.next() == Event.KEY_NAME) {
      String name = parser.getString();
      if (!names.add(name)) {
        throw RestException.notJson("The body has the member '" + name + "' twice");
      }
      parser.next();
      object.add(name, parser.getValue());
    }
    parser.hasNext(); // Throws if something follows.
    return object.build();
  }
}

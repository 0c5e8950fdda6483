package dev.sandpool.rest.json;

import dev.sandpool.rest.problem.RestException;
import jakarta.json.Json;
import jakarta.json.JsonConfig;
import jakarta.json.JsonConfig.KeyStrategy;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
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
import java.util.Map;

/** Reads the records of {@code dev.sandpool.rest.model} from JSON bodies. */
@Provider
@Consumes(MediaType.APPLICATION_JSON)
public class StrictRecordReader implements MessageBodyReader<Record> {

  /** JSON bodies are held in memory; whoever has more uploads it as a file. */
  static final int MOST_BYTES = 16 * 1024 * 1024;

  private final JsonParserFactory parsers =
      Json.createParserFactory(Map.of(JsonConfig.KEY_STRATEGY, KeyStrategy.NONE));

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

  private JsonObject parse(String text) {
    if (text.isBlank()) {
      throw RestException.notJson("The body is empty; send a JSON object");
    }
    try (JsonParser parser = parsers.createParser(new StringReader(text))) {
      if (parser.next() == JsonParser.Event.START_OBJECT) {
        JsonObject object = parser.getObject();
        parser.hasNext(); // Throws if something follows.
        return object;
      }
    } catch (JsonException | IllegalStateException e) {
      throw RestException.notJson("The body is not JSON: " + e.getMessage());
    }
    throw RestException.notJson("The body is not a JSON object; send one in braces");
  }
}

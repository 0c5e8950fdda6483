package dev.sandpool.kubernetes.raw;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A Pod, or part of one, that is laid over each sandbox's Pod.
 *
 * <p>It was checked: its fields exist, none of them loosens a sandbox, and none is Sandpool's own.
 *
 * @param json its fields
 */
public record PodTemplate(String json) {

  private static final String SETTING = "sandpool.raw.pod-template";

  /** Null has a meaning here: it takes a field away. */
  private static final Gson GSON = new GsonBuilder().serializeNulls().create();

  /**
   * Reads a template.
   *
   * @param text YAML or JSON with the fields of a Pod, such as {@code spec: {affinity: …}}; or, on
   *     one line, the absolute path of a file that has them
   * @throws InvalidValueException if it cannot be used; it names the field
   */
  public static PodTemplate parse(String text) {
    JsonObject tree = tree(text.matches("/[^\\n]*") ? read(Path.of(text)) : text);
    TemplateCheck.check(tree);
    return new PodTemplate(tree.toString());
  }

  JsonObject over(JsonObject pod) {
    return StrategicMerge.merge(pod, JsonParser.parseString(json).getAsJsonObject());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new InvalidValueException(SETTING, file, "give a file that can be read, or YAML");
    }
  }

  private static JsonObject tree(String yaml) {
    try {
      Object loaded = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
      JsonElement tree = GSON.toJsonTree(loaded);
      if (tree instanceof JsonObject object) {
        return object;
      }
      throw new InvalidValueException(
          SETTING,
          yaml,
          "give fields of a Pod, such as spec: {priority: 1}, or the path of a file");
    } catch (YAMLException e) {
      throw new InvalidValueException(
          SETTING, yaml, "give YAML: " + e.getMessage().replaceAll("\\s+", " "));
    }
  }
}

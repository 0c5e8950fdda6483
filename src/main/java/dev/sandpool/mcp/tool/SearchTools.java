package dev.sandpool.mcp.tool;

import dev.sandpool.FileInfo;
import dev.sandpool.Matches;
import dev.sandpool.TextMatch;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Which files there are, and what is in them. */
final class SearchTools {

  private static final int MOST_MATCHES = 1000;
  private static final int USUAL_MATCHES = 100;
  private static final int LONGEST_LINE = 500;

  private static final Field TRUNCATED =
      Field.required("truncated", Field.Type.BOOLEAN, "Whether there is more.");

  private static final Schema ENTRY =
      Schema.of(
          Field.required("path", Field.Type.STRING, "Absolute path."),
          Field.required("type", Field.Type.STRING, "file, directory, link or other."),
          Field.required("size", Field.Type.INTEGER, "In bytes."),
          Field.required("modifiedAt", Field.Type.STRING, "When it last changed, in UTC."));

  private static final Schema LINE =
      Schema.of(
          Field.required("path", Field.Type.STRING, "Absolute path."),
          Field.required("line", Field.Type.INTEGER, "Its number, from 1."),
          Field.required("text", Field.Type.STRING, "The line, cut where it is long."));

  private final Excerpts excerpts;
  private final String directory;
  private final Excerpts line = new Excerpts(LONGEST_LINE);

  SearchTools(Excerpts excerpts, String directory) {
    this.excerpts = excerpts;
    this.directory = directory;
  }

  List<Tool> tools() {
    return List.of(list(), glob(), grep());
  }

  private Field where() {
    return Field.optional(
        "path", Field.Type.STRING, "Absolute path of a directory; " + directory + " unless given.");
  }

  private Tool list() {
    return new Tool(
        "list_files",
        "List a directory",
        "Lists what is in a directory, hidden files too, without going deeper.",
        Effect.READS,
        Schema.of(where()),
        Schema.of(Field.list("entries", "By name.", ENTRY), TRUNCATED),
        (arguments, visit) ->
            files(
                "entries",
                new Matches<>(visit.sandbox().files().list(path(arguments)), false),
                "[the directory is empty]"));
  }

  private Tool glob() {
    return new Tool(
        "glob",
        "Find files by name",
        "Finds files by a pattern such as *.py, at any depth, or src/**/*.{js,ts}. Names that begin"
            + " with a dot need that dot in the pattern.",
        Effect.READS,
        Schema.of(
            Field.required("pattern", Field.Type.STRING, "With *, ?, **, [a-z] and {a,b}."),
            where()),
        Schema.of(Field.list("matches", "By path.", ENTRY), TRUNCATED),
        (arguments, visit) ->
            files(
                "matches",
                visit.sandbox().files().glob(arguments.text("pattern"), path(arguments)),
                "[no file has such a name]"));
  }

  private Tool grep() {
    return new Tool(
        "grep",
        "Find text in files",
        "Finds lines with a literal text in all files of a directory, at any depth, or in one file."
            + " Gives 100 at most unless maxCount says otherwise. For regular expressions run grep"
            + " by execute.",
        Effect.READS,
        Schema.of(
            Field.required("text", Field.Type.STRING, "Literal, within one line."),
            Field.optional(
                "path",
                Field.Type.STRING,
                "Absolute path of a directory or file; " + directory + " unless given."),
            Field.optional("glob", Field.Type.STRING, "Only files of such names, as for glob."),
            Field.optional("maxCount", Field.Type.INTEGER, "Lines to give, up to 1000.")),
        Schema.of(Field.list("matches", "By path, then by line.", LINE), TRUNCATED),
        this::grep);
  }

  private String path(Arguments arguments) {
    return arguments.text("path", directory);
  }

  private Answer files(String name, Matches<FileInfo> found, String none) {
    return answer(name, found, SearchTools::shown, SearchTools::content, none);
  }

  private Answer grep(Arguments arguments, Visit visit) {
    int most = (int) arguments.number("maxCount", USUAL_MATCHES, 1, MOST_MATCHES);
    Matches<TextMatch> found =
        visit
            .sandbox()
            .files()
            .grep(arguments.text("text"), path(arguments), arguments.text("glob", ""), most);
    return answer("matches", found, this::shown, this::content, "[no line has that text]");
  }

  private <T> Answer answer(
      String name,
      Matches<T> found,
      Function<T, String> shown,
      Function<T, Map<String, Object>> content,
      String none) {
    List<T> most = found.matches().stream().limit(MOST_MATCHES).toList();
    List<T> first = excerpts.first(most, each -> shown.apply(each).length());
    boolean cut = found.truncated() || first.size() < found.matches().size();
    String text = String.join("\n", first.stream().map(shown).toList());
    return Answer.of(
        (found.matches().isEmpty() ? none : text)
            + (cut ? "\n[there is more; look deeper or for less]" : ""),
        Map.of(name, first.stream().map(content).toList(), "truncated", cut));
  }

  private static String shown(FileInfo file) {
    return switch (file.type()) {
      case DIRECTORY -> file.path() + "/";
      case LINK -> file.path() + " (link)";
      case OTHER -> file.path() + " (no file)";
      case FILE -> file.path() + " (" + file.size() + " bytes)";
    };
  }

  private static Map<String, Object> content(FileInfo file) {
    return Map.of(
        "path", file.path(),
        "type", file.type().name().toLowerCase(Locale.ROOT),
        "size", file.size(),
        "modifiedAt", file.modifiedAt().toString());
  }

  private String shown(TextMatch match) {
    return match.path() + ":" + match.line() + ": " + line.middle(match.text());
  }

  private Map<String, Object> content(TextMatch match) {
    return Map.of("path", match.path(), "line", match.line(), "text", line.middle(match.text()));
  }
}

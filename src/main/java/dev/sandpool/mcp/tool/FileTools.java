package dev.sandpool.mcp.tool;

import dev.sandpool.TextPage;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Single files: read, write, edit, move, delete. */
final class FileTools {

  private static final int USUAL_LINES = 2000;

  private static final Field PATH =
      Field.required("path", Field.Type.STRING, "Absolute path, such as /workspace/a.txt.");

  private final Excerpts excerpts;

  FileTools(Excerpts excerpts) {
    this.excerpts = excerpts;
  }

  List<Tool> tools() {
    return List.of(read(), write(), edit(), move(), delete());
  }

  private Tool read() {
    return new Tool(
        "read_file",
        "Read a file",
        "Gives lines of a UTF-8 text file, 2000 at most unless limit says otherwise. Where there"
            + " are more, go on with the offset that the answer names.",
        Effect.READS,
        Schema.of(
            PATH,
            Field.optional("offset", Field.Type.INTEGER, "Lines to skip; 0 unless given."),
            Field.optional("limit", Field.Type.INTEGER, "Lines to give; 2000 unless given.")),
        Schema.of(
            Field.required("content", Field.Type.STRING, "The lines with their ends."),
            Field.required("totalLines", Field.Type.INTEGER, "How many lines the file has."),
            Field.optional(
                "nextOffset", Field.Type.INTEGER, "Where to go on; left out at the end.")),
        this::read);
  }

  private Answer read(Arguments arguments, Visit visit) {
    long offset = arguments.number("offset", 0, 0, Long.MAX_VALUE);
    int limit = (int) arguments.number("limit", USUAL_LINES, 1, Integer.MAX_VALUE);
    TextPage page = visit.sandbox().files().read(arguments.text("path"), offset, limit);
    Excerpts.Lines lines = excerpts.lines(page.content());
    long next = offset + lines.lines();
    OptionalLong more = next < page.totalLines() ? OptionalLong.of(next) : OptionalLong.empty();
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("content", lines.text());
    content.put("totalLines", page.totalLines());
    more.ifPresent(each -> content.put("nextOffset", each));
    return Answer.of(lines.text() + remark(page, offset, more), content);
  }

  private static String remark(TextPage page, long offset, OptionalLong more) {
    if (page.content().isEmpty()) {
      return "[the file is empty]";
    }
    if (more.isEmpty()) {
      return "";
    }
    return "\n[lines %d to %d of %d; go on with offset %d]"
        .formatted(offset + 1, more.getAsLong(), page.totalLines(), more.getAsLong());
  }

  private static Tool write() {
    return new Tool(
        "write_file",
        "Write a file",
        "Writes a text file, replacing what is there; missing directories are made.",
        Effect.SETTLES,
        Schema.of(PATH, Field.required("content", Field.Type.STRING, "The whole text.")),
        Schema.of(
            Field.required("path", Field.Type.STRING, "As it was given."),
            Field.required("bytes", Field.Type.INTEGER, "Its size now.")),
        FileTools::write);
  }

  private static Answer write(Arguments arguments, Visit visit) {
    String path = arguments.text("path");
    byte[] bytes = arguments.text("content").getBytes(StandardCharsets.UTF_8);
    visit.sandbox().files().write(path, bytes);
    return Answer.of(
        "Wrote %d bytes to %s".formatted(bytes.length, path),
        Map.of("path", path, "bytes", bytes.length));
  }

  private static Tool edit() {
    return new Tool(
        "edit_file",
        "Edit a file",
        "Replaces a text in a UTF-8 file. The text must be in it exactly once, unless replaceAll is"
            + " true: give enough of what is around it.",
        Effect.CHANGES,
        Schema.of(
            PATH,
            Field.required("oldText", Field.Type.STRING, "What to replace, literally."),
            Field.required("newText", Field.Type.STRING, "What to put there."),
            Field.optional("replaceAll", Field.Type.BOOLEAN, "Whether to replace it everywhere.")),
        Schema.of(
            Field.required("replacements", Field.Type.INTEGER, "How many times it was replaced.")),
        FileTools::edit);
  }

  private static Answer edit(Arguments arguments, Visit visit) {
    String path = arguments.text("path");
    int replaced =
        visit
            .sandbox()
            .files()
            .edit(
                path,
                arguments.text("oldText"),
                arguments.text("newText"),
                arguments.flag("replaceAll"));
    return Answer.of(
        "Replaced %d in %s".formatted(replaced, path), Map.of("replacements", replaced));
  }

  private static Tool move() {
    return new Tool(
        "move_file",
        "Move or rename",
        "Renames a file or directory. A file that has the new name is replaced, a directory is not.",
        Effect.CHANGES,
        Schema.of(
            Field.required("from", Field.Type.STRING, "Absolute path that it has."),
            Field.required("to", Field.Type.STRING, "Absolute path that it gets.")),
        Schema.of(Field.required("path", Field.Type.STRING, "Where it is now.")),
        FileTools::move);
  }

  private static Answer move(Arguments arguments, Visit visit) {
    String to = arguments.text("to");
    visit.sandbox().files().move(arguments.text("from"), to);
    return Answer.of("It is at " + to + " now", Map.of("path", to));
  }

  private static Tool delete() {
    return new Tool(
        "delete_file",
        "Delete",
        "Deletes a file, or a directory with all in it. Links are not followed.",
        Effect.SETTLES,
        Schema.of(PATH),
        Schema.of(Field.required("deleted", Field.Type.BOOLEAN, "Whether there was one.")),
        FileTools::delete);
  }

  private static Answer delete(Arguments arguments, Visit visit) {
    String path = arguments.text("path");
    boolean deleted = visit.sandbox().files().delete(path);
    return Answer.of(
        deleted ? "Deleted " + path : "There was no " + path, Map.of("deleted", deleted));
  }
}

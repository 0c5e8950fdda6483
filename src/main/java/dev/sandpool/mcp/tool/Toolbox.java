package dev.sandpool.mcp.tool;

import dev.sandpool.InvalidValueException;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxNotFoundException;
import dev.sandpool.bootstrap.McpSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All tools, and how what goes wrong in them is told to a model. May be used by any thread. */
public final class Toolbox {

  private static final Logger LOG = System.getLogger(Toolbox.class.getName());

  private final McpSettings settings;
  private final List<Tool> tools;

  /** The tools with the limits of the settings. */
  public Toolbox(McpSettings settings) {
    this.settings = settings;
    Excerpts excerpts = new Excerpts(settings.maxOutput());
    tools =
        Stream.of(
                new ShellTools(excerpts).tools(),
                new FileTools(excerpts).tools(),
                new SearchTools(excerpts, settings.directory()).tools(),
                new ProcessTools(excerpts).tools(),
                new SandboxTools(settings.directory()).tools())
            .flatMap(List::stream)
            .toList();
  }

  /** In the order in which they are listed. */
  public List<Tool> tools() {
    return tools;
  }

  /** What a model should know before it uses any of them. */
  public String instructions() {
    return ("Tools for an isolated Linux sandbox that only you use. It is made at the first call"
            + " that needs it; files and background processes stay until it ends: after %s without"
            + " a call, or with the session. Commands start in %s and run as an ordinary user."
            + " Paths are absolute. Answers are cut at about %d characters; what is left out is"
            + " marked, so write long output to a file and read the part that you need.")
        .formatted(Words.time(settings.idleTtl()), settings.directory(), settings.maxOutput());
  }

  /**
   * Calls a tool and waits for its end. Interrupting the thread stops what it does.
   *
   * @param tool one of {@link #tools}
   * @param arguments as JSON parsers give them
   * @return an answer in any case
   */
  public Answer call(Tool tool, Map<String, Object> arguments, Workplace place) {
    Visit visit = new Visit(place);
    try {
      Answer answer = tool.run(arguments, visit);
      return place.takeNote().map(answer::after).orElse(answer);
    } catch (InvalidValueException e) {
      return Answer.failed(e.getMessage());
    } catch (SandboxLostException | SandboxNotFoundException | IllegalStateException e) {
      return Answer.failed(visit.lost(e.getMessage()));
    } catch (SandboxException e) {
      return Answer.failed(e.getMessage());
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "The tool " + tool.name() + " failed", e);
      return Answer.failed("The tool failed for a reason that is not its arguments; try again");
    }
  }
}

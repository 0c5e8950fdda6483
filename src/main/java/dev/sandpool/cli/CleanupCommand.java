package dev.sandpool.cli;

import dev.sandpool.CleanupRequest;
import dev.sandpool.CleanupResult;
import dev.sandpool.bootstrap.Durations;
import dev.sandpool.bootstrap.Sandpool;
import dev.sandpool.bootstrap.SandpoolSettings;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code sandpool cleanup}. */
@Command(
    name = "cleanup",
    description = "Destroys sandboxes whose time is over, and tells which and why.")
final class CleanupCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private SettingsOptions settings;

  @Option(
      names = "--max-idle",
      paramLabel = "TIME",
      converter = Times.class,
      description = "Also what was not used for so long, such as 30m or 2h, whatever its own time.")
  private Duration maxIdle;

  @Option(names = "--dry-run", description = "Only tells what it would destroy.")
  private boolean dryRun;

  @Option(names = "--json", description = "Prints the result as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    SandpoolSettings read = settings.read(System.getenv());
    try (Sandpool sandpool = Sandpool.start(read)) {
      CleanupResult result =
          sandpool.sandboxes().cleanup(new CleanupRequest(Optional.ofNullable(maxIdle), dryRun));
      PrintWriter out = spec.commandLine().getOut();
      out.println(json ? CleanupReport.json(result) : CleanupReport.text(result));
      out.flush();
      return result.failed().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  /** Times as settings have them. */
  static final class Times implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
      try {
        return Durations.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(
            "'" + text + "' cannot be used; give a time such as 30m, 2h or PT30M");
      }
    }
  }
}

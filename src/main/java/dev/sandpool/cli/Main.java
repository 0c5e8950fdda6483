package dev.sandpool.cli;

import dev.sandpool.SandboxException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;

/** {@code sandpool}: what people and scripts do with sandboxes outside of an application. */
@Command(
    name = "sandpool",
    description = "Isolated sandboxes on Kubernetes, or on this machine.",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    subcommands = {CleanupCommand.class, McpCommand.class, ApiKeyCommand.class},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:not done, or not all of it; the reason is on standard error",
      "2:the arguments or settings cannot be used"
    })
public final class Main {

  private Main() {}

  /** What the jar's manifest says. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      Optional<String> version =
          Optional.ofNullable(Main.class.getPackage().getImplementationVersion());
      return new String[] {"sandpool " + version.orElse("(not packaged)")};
    }
  }

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** What reads arguments and runs commands, and says failures in one line. */
  static CommandLine commandLine() {
    return new CommandLine(new Main())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(
            (error, command, parsed) -> {
              command.getErr().println("sandpool: " + error.getMessage());
              return error instanceof SandboxException
                  ? CommandLine.ExitCode.SOFTWARE
                  : CommandLine.ExitCode.USAGE;
            });
  }
}

package dev.sandpool.backend;

import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.CommandEnd;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.Stdin;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A command for a test, with defaults for all that the test is not about. */
public final class TestCommand {

  private static final int ANSWER_SECONDS = 60;

  private final ManagedSandbox sandbox;
  private final String script;
  private final Map<String, String> environment = new LinkedHashMap<>();
  private String directory = "";
  private Optional<Stdin> stdin = Optional.empty();
  private Duration timeout = Duration.ofSeconds(30);

  private TestCommand(ManagedSandbox sandbox, String script) {
    this.sandbox = sandbox;
    this.script = script;
  }

  public static TestCommand command(ManagedSandbox sandbox, String script) {
    return new TestCommand(sandbox, script);
  }

  /** Runs a command with the defaults. */
  public static Outcome run(ManagedSandbox sandbox, String script) {
    return command(sandbox, script).run();
  }

  public TestCommand in(String path) {
    directory = path;
    return this;
  }

  public TestCommand with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public TestCommand stdin(byte[] bytes) {
    return stdin(Stdin.of(bytes));
  }

  public TestCommand stdin(Stdin source) {
    stdin = Optional.of(source);
    return this;
  }

  public TestCommand timeout(Duration time) {
    timeout = time;
    return this;
  }

  /** Starts it. */
  public RunningCommand start(ByteSink sink) {
    return sandbox.start(new ShellCommand(script, directory, environment, stdin, timeout), sink);
  }

  /** Runs it and collects what it prints; what it fails with is thrown as it is. */
  public Outcome run() {
    Outcome outcome = new Outcome();
    return outcome.ended(await(start(outcome)));
  }

  /** Waits for a command's end; what it fails with is thrown as it is. */
  public static CommandEnd await(RunningCommand running) {
    try {
      return running.end().get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError("the command failed", e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("the command gave no answer in " + ANSWER_SECONDS + " s", e);
    }
  }
}

package dev.sandpool.backend.exec;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A command for the sandbox's shell, with nothing left to default.
 *
 * @param script for {@code /bin/sh}, without NUL
 * @param directory where it starts, absolute; empty for the sandbox's own working directory
 * @param environment variables added to the sandbox's
 * @param stdin its standard input; empty means one at its end
 * @param timeout after which its process group is killed
 */
public record ShellCommand(
    String script,
    String directory,
    Map<String, String> environment,
    Optional<Stdin> stdin,
    Duration timeout) {}

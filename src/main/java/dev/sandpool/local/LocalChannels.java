package dev.sandpool.local;

import dev.sandpool.TerminalSize;
import dev.sandpool.backend.exec.Channel;
import dev.sandpool.backend.exec.ChannelFactory;
import dev.sandpool.backend.exec.ChannelListener;
import dev.sandpool.backend.exec.TerminalChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/**
 * Starts processes in one sandbox on this machine.
 *
 * @param enter what brings a program into the sandbox
 * @param environment all that processes there have in theirs
 * @param pipes gives them their output pipes
 * @param threads read these
 */
record LocalChannels(
    List<String> enter, Map<String, String> environment, PipeSource pipes, Executor threads)
    implements ChannelFactory {

  /** Java has no terminals, util-linux has. */
  private static final String SCRIPT =
      "command -v script >/dev/null"
          + " && exec script -qefc \"$0\" /dev/null;"
          + " echo 'sandpool lacks script; install util-linux (in Debian: bsdutils) on this machine'";

  @Override
  public Channel open(List<String> argv, ChannelListener listener) {
    List<String> command = new ArrayList<>(enter);
    command.addAll(argv);
    return ProcessChannel.start(command, environment, pipes, listener, threads);
  }

  @Override
  public TerminalChannel openTerminal(
      List<String> argv, TerminalSize size, ChannelListener listener) {
    String line = argv.stream().map(LocalChannels::quoted).collect(Collectors.joining(" "));
    Channel channel = open(List.of("/bin/sh", "-c", SCRIPT, "exec " + line), listener);
    return new LocalTerminal(channel, this);
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}

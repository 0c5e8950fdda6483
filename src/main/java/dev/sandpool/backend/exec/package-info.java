/**
 * Runs shell commands over any byte channel to a process in a sandbox.
 *
 * <h2>How a command runs</h2>
 *
 * A back end opens a {@link dev.sandpool.backend.exec.Channel} to one process: a constant POSIX
 * shell script, {@code supervisor.sh}. It says hello with its process id, then reads one request
 * from standard input: a marker, the directory, the variables, how standard input goes on, and the
 * command. The command is never in an argument list, so it has no length limit and is in no audit
 * log. When the command's shell ends, the supervisor writes the marker with the exit code to both
 * output streams. All output before the marker is the command's and has arrived; a background child
 * that keeps the streams open does not hold the answer back.
 *
 * <p>Opening a channel is slow on a cluster, sending a request down an open one is fast. So a
 * {@link dev.sandpool.backend.exec.ShellRunner} keeps one channel open ahead.
 *
 * <p>The supervisor leads its own session and process group, so a command is stopped, children and
 * all, with signals to that group, sent from a second channel.
 */
package dev.sandpool.backend.exec;

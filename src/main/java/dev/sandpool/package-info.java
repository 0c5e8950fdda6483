/**
 * What applications see: sandboxes, commands, files, and the errors they end in.
 *
 * <p>Nothing here depends on anything but the JDK. Get a {@link dev.sandpool.Sandbox} by injection
 * or from {@link dev.sandpool.Sandboxes}, run commands with {@link
 * dev.sandpool.Sandbox#execute(String)}, move files with {@link dev.sandpool.Sandbox#files()}, and
 * close it. Every failure is a {@link dev.sandpool.SandboxException} whose message says what to do,
 * or an {@link dev.sandpool.InvalidValueException} for a value that can never work.
 */
package dev.sandpool;

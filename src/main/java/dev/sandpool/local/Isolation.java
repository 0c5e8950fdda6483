package dev.sandpool.local;

import java.util.List;

/** A way to start a process in namespaces and a root of its own. */
interface Isolation {

  /** Its name in messages. */
  String name();

  /**
   * A command that becomes, or has as its only child, process 1 of a new sandbox, which runs {@code
   * init.sh}; when the command is killed, so is the sandbox.
   *
   * @param root an empty directory to mount the new root on
   * @param plan what is in it
   * @param hostName the sandbox's name for itself
   */
  List<String> command(String root, RootPlan plan, String hostName);
}

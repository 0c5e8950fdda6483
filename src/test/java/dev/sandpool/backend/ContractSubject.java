package dev.sandpool.backend;

import dev.sandpool.SandboxSpec;
import java.net.InetSocketAddress;

/** What the parts of the contract are tried on. */
interface ContractSubject {

  /** The back end; always the same one. */
  SandboxBackend backend();

  /**
   * What sandboxes to make: with bash, coreutils and grep, and commands that start in /workspace.
   */
  SandboxSpec spec();

  /** Ends a sandbox as an accident would, without the back end's help. */
  void killFromOutside(ManagedSandbox sandbox);

  /** An address that this machine reaches and a sandbox must not. */
  InetSocketAddress forbiddenAddress();

  /** A sandbox that many tests share; none of them may harm it. */
  ManagedSandbox shared();

  /** A sandbox of the test's own, destroyed after it. */
  ManagedSandbox fresh();
}

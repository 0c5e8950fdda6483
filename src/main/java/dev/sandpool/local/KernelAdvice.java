package dev.sandpool.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Says which switch of the kernel stands in the way. */
final class KernelAdvice {

  private KernelAdvice() {}

  static String read() {
    return read(Path.of("/proc/sys"));
  }

  /** Reads switches under {@code /proc/sys}, or a directory like it. */
  static String read(Path sysctl) {
    if (has(sysctl.resolve("kernel/unprivileged_userns_clone"), "0")) {
      return "User namespaces are switched off: run sysctl -w kernel.unprivileged_userns_clone=1.";
    }
    if (has(sysctl.resolve("user/max_user_namespaces"), "0")) {
      return "User namespaces are switched off: run sysctl -w user.max_user_namespaces=15000.";
    }
    if (has(sysctl.resolve("kernel/apparmor_restrict_unprivileged_userns"), "1")) {
      return "AppArmor restricts user namespaces: install bubblewrap with its AppArmor profile"
          + " (packages bubblewrap and apparmor-profiles), or run"
          + " sysctl -w kernel.apparmor_restrict_unprivileged_userns=0.";
    }
    return "It needs Linux with user namespaces and util-linux 2.36 or later (package util-linux;"
        + " bubblewrap is used when installed). Containers often forbid it: with Docker add"
        + " --security-opt seccomp=unconfined --security-opt systempaths=unconfined, or choose"
        + " another mode.";
  }

  private static boolean has(Path file, String value) {
    return content(file).equals(Optional.of(value));
  }

  private static Optional<String> content(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty(); // Kernels without that switch.
    }
  }
}

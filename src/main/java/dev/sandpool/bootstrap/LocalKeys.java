package dev.sandpool.bootstrap;

import dev.sandpool.local.LocalSettings;
import dev.sandpool.local.LocalSettings.IsolationChoice;
import dev.sandpool.local.LocalSettings.Network;
import dev.sandpool.local.ProcessLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The keys of mode {@code local}. */
final class LocalKeys {

  static final Setting<Optional<Path>> STATE_DIRECTORY =
      Setting.of(
          "sandpool.local.state-directory",
          SettingType.optional(SettingType.PATH).map(path -> path.map(Path::of)),
          "",
          "Where the files of sandboxes live while they do; `sandpool-local-USER` under the"
              + " system's temporary directory unless given.");

  static final Setting<IsolationChoice> ISOLATION =
      Setting.of(
          "sandpool.local.isolation",
          SettingType.oneOf(IsolationChoice.class),
          "auto",
          "What isolates sandboxes; `auto` takes `bubblewrap` where it is installed, else"
              + " `unshare`.");

  static final Setting<Network> NETWORK =
      Setting.of(
          "sandpool.local.network",
          SettingType.oneOf(Network.class),
          "none",
          "What sandboxes reach: nothing, or all that this machine does.");

  static final Setting<Optional<Long>> MEMORY =
      Setting.of(
          "sandpool.local.limits.memory-bytes",
          SettingType.optional(SettingType.SIZE),
          "",
          "Private memory of each process; `sandpool.spec.memory-limit` unless given.");

  static final Setting<Integer> PROCESSES =
      Setting.of(
          "sandpool.local.limits.processes",
          SettingType.INTEGER,
          Long.toString(ProcessLimits.DEFAULT.processes()),
          "Processes and threads of a sandbox together.");

  static final Setting<Long> FILE_BYTES =
      Setting.of(
          "sandpool.local.limits.file-bytes",
          SettingType.SIZE,
          "4Gi",
          "The largest file that a sandbox can write.");

  static final Setting<Integer> OPEN_FILES =
      Setting.of(
          "sandpool.local.limits.open-files",
          SettingType.INTEGER,
          Long.toString(ProcessLimits.DEFAULT.openFiles()),
          "Open files of each process.");

  static final Setting<List<String>> READ_ONLY_PATHS =
      Setting.of(
          "sandpool.local.read-only-paths",
          SettingType.PATHS,
          "",
          "More of this machine that sandboxes see, read-only, such as `/opt/jdk,/opt/node`.");

  static final Setting<Boolean> ALLOW_IN_KUBERNETES =
      Setting.of(
          "sandpool.local.allow-in-kubernetes",
          SettingType.BOOLEAN,
          "false",
          "Whether this mode may be used inside a Kubernetes Pod, where it isolates less than the"
              + " cluster could.");

  static final List<Setting<?>> ALL =
      List.of(
          STATE_DIRECTORY,
          ISOLATION,
          NETWORK,
          MEMORY,
          PROCESSES,
          FILE_BYTES,
          OPEN_FILES,
          READ_ONLY_PATHS,
          ALLOW_IN_KUBERNETES);

  private LocalKeys() {}

  static LocalSettings local(SettingsReader from) {
    Path state =
        from.read(STATE_DIRECTORY).orElseGet(() -> LocalSettings.defaults().stateDirectory());
    IsolationChoice isolation = from.read(ISOLATION);
    Network network = from.read(NETWORK);
    ProcessLimits limits = limits(from);
    List<Path> readOnly = from.read(READ_ONLY_PATHS).stream().map(Path::of).toList();
    boolean inKubernetes = from.read(ALLOW_IN_KUBERNETES);
    return from.combine(
        () -> new LocalSettings(state, isolation, network, limits, readOnly, inKubernetes));
  }

  private static ProcessLimits limits(SettingsReader from) {
    OptionalLong memory = from.read(MEMORY).map(OptionalLong::of).orElseGet(OptionalLong::empty);
    int processes = from.read(PROCESSES);
    long fileBytes = from.read(FILE_BYTES);
    int openFiles = from.read(OPEN_FILES);
    ProcessLimits limits =
        from.combine(() -> new ProcessLimits(memory, processes, fileBytes, openFiles));
    return limits == null ? ProcessLimits.DEFAULT : limits;
  }
}

package dev.sandpool.security;

import dev.sandpool.ExecRequest;
import dev.sandpool.ProcessInfo;
import dev.sandpool.ProcessOutput;
import dev.sandpool.SandboxProcesses;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Background processes, with each call asked for and noted. */
record CallerProcesses(SandboxProcesses processes, String id, Supplier<Access> current)
    implements SandboxProcesses {

  @Override
  public ProcessInfo start(ExecRequest request) {
    begin(Action.PROCESS_START, request.command());
    return processes.start(request);
  }

  @Override
  public Optional<ProcessInfo> find(String process) {
    begin(Action.PROCESS_LIST, process);
    return processes.find(process);
  }

  @Override
  public List<ProcessInfo> list() {
    access().begin(Action.PROCESS_LIST, Optional.of(id), Optional.empty());
    return processes.list();
  }

  @Override
  public ProcessOutput output(String process, long offset, int limit) {
    begin(Action.PROCESS_OUTPUT, process);
    return processes.output(process, offset, limit);
  }

  @Override
  public void write(String process, byte[] input) {
    begin(Action.PROCESS_INPUT, process);
    processes.write(process, input);
  }

  @Override
  public void endInput(String process) {
    begin(Action.PROCESS_INPUT, process);
    processes.endInput(process);
  }

  @Override
  public boolean stop(String process) {
    begin(Action.PROCESS_STOP, process);
    return processes.stop(process);
  }

  private void begin(Action action, String subject) {
    access().begin(action, Optional.of(id), Optional.ofNullable(subject));
  }

  /** Of the request that this is called in. */
  private Access access() {
    return current.get();
  }
}

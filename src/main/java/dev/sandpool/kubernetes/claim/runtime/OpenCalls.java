package dev.sandpool.kubernetes.claim.runtime;

import dev.sandpool.kubernetes.claim.connect.SandboxHttp.CallHolder;
import java.util.HashSet;
import java.util.Set;
import okhttp3.Call;

/** The calls that a channel has open, to be cancelled when it is closed. */
final class OpenCalls implements CallHolder {

  private final Set<Call> open = new HashSet<>();
  private boolean cancelled;

  @Override
  public synchronized boolean take(Call call) {
    return !cancelled && open.add(call);
  }

  @Override
  public synchronized void release(Call call) {
    open.remove(call);
  }

  synchronized void cancel() {
    cancelled = true;
    open.forEach(Call::cancel);
  }
}

package dev.sandpool.security;

import dev.sandpool.Sandboxes;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one request of one caller may do. Doors get it from {@link Doorkeeper} and let the caller at
 * nothing but {@link #over}.
 *
 * @param caller who calls
 * @param limits what the caller's tenant may have
 * @param activity where it is noted what is done
 */
public record Access(Caller caller, TenantLimits limits, Activity activity) {

  /** The attribute of HTTP requests that holds this; only requests that were let in have it. */
  public static final String ATTRIBUTE = "dev.sandpool.access";

  /** Checks that nothing is missing. */
  public Access {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(activity, "activity");
  }

  /**
   * The sandboxes as this caller has them: those of its tenant, for what its roles allow, within
   * its limits, with all that it does noted. May be used on any thread.
   */
  public Sandboxes over(Sandboxes all) {
    return over(all, () -> this);
  }

  /**
   * The same for what outlives a request, such as a session: each call is one of the request that
   * it is made in.
   *
   * @param current asked at each call, on its thread
   */
  public static Sandboxes over(Sandboxes all, Supplier<Access> current) {
    return new CallerSandboxes(all, current);
  }

  /** Notes an action, and stops it if no role allows it. */
  void begin(Action action, Optional<String> sandbox, Optional<String> subject) {
    activity.note(action, sandbox, subject);
    caller.require(action);
  }

  /** The same where bytes are to be moved. */
  void beginTransfer(Action action, String sandbox, String subject) {
    begin(action, Optional.of(sandbox), Optional.ofNullable(subject));
    limits.requireTransfer(caller.tenant());
  }

  void transferred(long bytes) {
    limits.transferred(caller.tenant(), bytes);
  }

  TenantLimits.Place place() {
    return limits.exec(caller.tenant());
  }
}

package dev.sandpool.session;

import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * How long holders may keep sandboxes.
 *
 * <p>A request that gives a time gets it, up to the most; one that gives zero has no such end,
 * where there is no most. One that gives none gets the default if its sandbox outlives the process;
 * a sandbox that ends with its process needs none.
 *
 * @param ttl from when it was taken, unless a request says otherwise
 * @param idleTtl from its last use, unless a request says otherwise
 */
public record TenureRules(Limit ttl, Limit idleTtl) {

  /**
   * One of the two times.
   *
   * @param field its name in a request
   * @param usual where a request gives none; empty for no such end
   * @param most that a request may give; empty for any
   */
  public record Limit(String field, Optional<Duration> usual, Optional<Duration> most) {

    /**
     * Checks the two.
     *
     * @throws InvalidValueException if the default is longer than the most
     */
    public Limit {
      Objects.requireNonNull(field, "field");
      if (most.isPresent() && usual.map(each -> each.compareTo(most.get()) > 0).orElse(true)) {
        throw new InvalidValueException(
            "sandpool.session.default-" + name(field),
            usual.map(Duration::toString).orElse("0"),
            "give a time up to sandpool.session.max-" + name(field) + ", " + most.get());
      }
    }

    private static String name(String field) {
      return field.equals("idleTtl") ? "idle-ttl" : field;
    }

    /** What a request gets; empty for no such end. */
    Optional<Duration> of(Optional<Duration> asked, boolean bound) {
      if (asked.isEmpty()) {
        return bound ? Optional.empty() : usual;
      }
      Optional<Duration> given = asked.filter(time -> !time.isZero());
      if (most.isPresent() && given.map(time -> time.compareTo(most.get()) > 0).orElse(true)) {
        throw new InvalidValueException(
            field, asked.get(), "give more than 0 and at most " + most.get() + ", or nothing");
      }
      return given;
    }
  }

  /** The terms of a request that is met now. */
  Terms terms(CreateRequest request, Instant now) {
    boolean bound = !request.detached();
    Tenure tenure =
        new Tenure(now, ttl.of(request.ttl(), bound), idleTtl.of(request.idleTtl(), bound), now);
    return new Terms(request.labels(), request.tenant(), request.key(), bound, tenure);
  }

  /** A tenure that begins again. */
  Tenure renewed(Tenure before, Optional<Duration> asked, Instant now) {
    return before.renewed(asked.isEmpty() ? before.ttl() : ttl.of(asked, false), now);
  }
}

package dev.sandpool.session;

import dev.sandpool.Acquired;
import dev.sandpool.Acquired.Origin;
import dev.sandpool.BackendUnavailableException;
import dev.sandpool.CreateRequest;
import dev.sandpool.InvalidValueException;
import dev.sandpool.NotSupportedException;
import dev.sandpool.Sandbox;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStartException;
import dev.sandpool.SandboxStatus;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.SessionKey;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.pool.PooledSandboxes;
import java.util.Optional;

/**
 * One sandbox for each key, made at its first use.
 *
 * <p>A sandbox is taken first and the key mapped to it then, by compare and set. So a process that
 * dies in between leaves a sandbox that ends by itself, and never a key without one. Who finds that
 * another process was quicker gives its own back and takes that one's. In one process only one
 * caller at a time works for a key; the others wait for what it finds.
 */
public final class KeyedSandboxes {

  private static final int ATTEMPTS = 10;

  private final PooledSandboxes pooled;
  private final SessionStore sessions;
  private final TenureKeeper keeper;
  private final SingleFlight<SessionKey> flights = new SingleFlight<>();

  /** Joins the parts; owns none of them. */
  public KeyedSandboxes(PooledSandboxes pooled, SessionStore sessions, TenureKeeper keeper) {
    this.pooled = pooled;
    this.sessions = sessions;
    this.keeper = keeper;
  }

  static void refuseKey(CreateRequest request) {
    request
        .key()
        .ifPresent(
            key -> {
              throw new InvalidValueException(
                  "key", key, "give no key to create; getOrCreate has one sandbox for each key");
            });
  }

  /** What became of the sandbox that a key leads to. */
  private record Former(Optional<ManagedSandbox> usable, Origin origin, Optional<String> lost) {
    static Former gone(String why) {
      return new Former(Optional.empty(), Origin.REPLACED, Optional.of(why));
    }
  }

  /**
   * The sandbox of the request's key. Blocks.
   *
   * @see dev.sandpool.Sandboxes#getOrCreate(CreateRequest)
   */
  Acquired getOrCreate(CreateRequest request) {
    SessionKey key = new SessionKey(request.tenant(), request.key().orElse(null));
    keeper.terms(request);
    return flights.run(key, () -> acquire(key, request.detach()));
  }

  private Acquired acquire(SessionKey key, CreateRequest request) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Optional<String> mapped = sessions.find(key);
      Former former =
          mapped
              .map(id -> former(id, key))
              .orElse(new Former(Optional.empty(), Origin.CREATED, Optional.empty()));
      if (former.usable().isPresent()) {
        return acquired(former.usable().get(), former);
      }
      Optional<Acquired> made = make(key, mapped, request, former);
      if (made.isPresent()) {
        return made.get();
      }
    }
    throw new BackendUnavailableException(
        "The sandbox of a key changes all the time; try again later");
  }

  private Former former(String id, SessionKey key) {
    Optional<ManagedSandbox> held = pooled.held(id).filter(each -> isOf(each.info(), key));
    if (held.isEmpty()) {
      return Former.gone("Sandbox " + id + " was deleted, it expired, or it ended");
    }
    try {
      return used(held.get());
    } catch (SandboxLostException | SandboxStartException | NotSupportedException e) {
      return Former.gone(e.getMessage());
    }
  }

  /** A mapping that somebody else wrote must not lead to another's sandbox. */
  private static boolean isOf(SandboxInfo info, SessionKey key) {
    return info.tenant().equals(key.tenant()) && info.key().equals(Optional.of(key.text()));
  }

  private Former used(ManagedSandbox sandbox) {
    keeper.touch(sandbox);
    boolean suspended = sandbox.info().status() == SandboxStatus.SUSPENDED;
    if (suspended) {
      sandbox.resume();
    }
    return new Former(
        Optional.of(sandbox),
        suspended ? Origin.RESUMED : Origin.FOUND,
        suspended ? Optional.of("Sandbox " + sandbox.id() + " was suspended") : Optional.empty());
  }

  /** Empty where another process was quicker. */
  private Optional<Acquired> make(
      SessionKey key, Optional<String> mapped, CreateRequest request, Former former) {
    Sandbox made = pooled.create(request);
    boolean stays = false;
    try {
      stays = sessions.put(key, mapped, made.id());
      return stays ? acquired(made.id(), former) : Optional.empty();
    } catch (BackendUnavailableException e) {
      Mapped now = mapped(key, made.id());
      stays = now == Mapped.YES || (now == Mapped.UNKNOWN && endsByItself(made));
      if (now == Mapped.YES) {
        return acquired(made.id(), former);
      }
      throw e;
    } finally {
      if (!stays) {
        made.close();
      }
    }
  }

  private enum Mapped {
    YES,
    NO,
    UNKNOWN
  }

  /** Whether it was done though its answer was lost; others may work in the sandbox by now. */
  private Mapped mapped(SessionKey key, String sandbox) {
    try {
      return sessions.find(key).equals(Optional.of(sandbox)) ? Mapped.YES : Mapped.NO;
    } catch (BackendUnavailableException e) {
      return Mapped.UNKNOWN;
    }
  }

  private static boolean endsByItself(Sandbox made) {
    return made.info().expiresAt().isPresent();
  }

  private Optional<Acquired> acquired(String id, Former former) {
    return pooled.held(id).map(held -> acquired(held, former));
  }

  private Acquired acquired(ManagedSandbox held, Former former) {
    return new Acquired(pooled.handle(held), former.origin(), former.lost());
  }
}

package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.SandboxException;
import dev.sandpool.SandboxInfo;
import dev.sandpool.SandboxLostException;
import dev.sandpool.SandboxStatus;
import dev.sandpool.Terminal;
import dev.sandpool.TerminalListener;
import dev.sandpool.backend.LossSignal;
import dev.sandpool.backend.ManagedSandbox;
import dev.sandpool.backend.Tenure;
import dev.sandpool.backend.Terms;
import dev.sandpool.backend.exec.ByteSink;
import dev.sandpool.backend.exec.RunningCommand;
import dev.sandpool.backend.exec.ShellCommand;
import dev.sandpool.backend.exec.ShellRunner;
import dev.sandpool.backend.exec.TerminalCommand;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One object of the cluster that stands for a sandbox, and the commands in it. Its state follows
 * the watch.
 *
 * @param <T> the kind of object
 */
public abstract class ClusterSandbox<T extends KubernetesObject> extends WatchedObject<T>
    implements ManagedSandbox {

  static final int DELETE_ATTEMPTS = 5;

  private final String id;
  private final ShellRunner runner;
  private final LossSignal loss = new LossSignal();
  private final Custody custody;
  private final ObjectTerms<T> terms = new ObjectTerms<>(this);
  private volatile boolean taken;
  private volatile boolean destroyed;
  private volatile Optional<String> ending = Optional.empty();

  /**
   * Begins with what was just made or seen.
   *
   * @param meaning reads a newer state; called once for each, in their order
   * @param replica what this process is called among those that share sandboxes
   */
  protected ClusterSandbox(
      T object, Function<T, SandboxState> meaning, ShellRunner runner, String replica) {
    super(object, meaning);
    this.runner = runner;
    custody = new Custody(replica);
    id = object.getMetadata().getName();
  }

  /** The back end's mode. */
  protected abstract String mode();

  /** Labels with Sandpool's prefix that are not users'. */
  protected abstract Set<String> ownLabels();

  /** When the cluster ends it at the latest; empty where it does not. */
  protected abstract Optional<Instant> deadline(T seen);

  /** Changes the object. Blocks. */
  protected abstract T change(JsonPatch patch) throws ApiException;

  /** The same for a claim, which may say more. */
  protected T take(JsonPatch claim) throws ApiException {
    return change(claim);
  }

  /** The same for the word that it is set up, which may say more. */
  protected T putOnOffer(JsonPatch offer) throws ApiException {
    return change(offer);
  }

  /** The object as it is now, of whatever UID. Blocks. */
  protected abstract Optional<T> read();

  /**
   * Deletes the object if it still is as it was seen. Blocks.
   *
   * @return whether it was
   */
  protected abstract boolean deleteAsSeen(T seen);

  /** Deletes the object, and no later one of its name. Blocks. */
  protected abstract void delete();

  @Override
  final void changed(T newer) {
    if (custody.isPassedOn(newer.getMetadata())) {
      passedOn();
    }
    switch (state().kind()) {
      case READY -> started().complete(null);
      case OVER -> over(state().reason());
      case SUSPENDED -> runner.dropSpares();
      case PENDING, HELD -> {}
    }
  }

  /** Whether its owner gave it up here; the watch may still show the object. */
  public final boolean isDestroyed() {
    return destroyed;
  }

  /** It is in this replica's stock. */
  public final void keep() {
    custody.keep();
  }

  /** It is in another's stock, for somebody here to claim. */
  public final void pick() {
    custody.pick();
  }

  /** Whether another process was quicker to take it; it is no longer this one's business. */
  @Override
  public final boolean isTaken() {
    return taken;
  }

  /** Whether it is no use to whoever finds it by an object that says who has it. */
  final boolean isAnothers(T found) {
    return taken || custody.isLentByOther(found.getMetadata());
  }

  /** Runs its commands. */
  public final ShellRunner runner() {
    return runner;
  }

  @Override
  public final String id() {
    return id;
  }

  @Override
  public final SandboxInfo info() {
    V1ObjectMeta meta = object().getMetadata();
    Terms now = terms.now();
    return new SandboxInfo(
        id,
        mode(),
        SandboxKeys.labels(meta).getOrDefault(SandboxKeys.SPEC, ""),
        status(meta),
        now.labels(),
        now.tenant(),
        now.key(),
        meta.getCreationTimestamp().toInstant(),
        now.tenure().lastUse(),
        end());
  }

  @Override
  public final void offer() {
    requireUsable();
    if (SandboxKeys.STARTING.equals(SandboxKeys.label(object().getMetadata(), SandboxKeys.STATE))) {
      try {
        saw(putOnOffer(JsonPatch.offer(object().getMetadata())), false);
      } catch (ApiException e) {
        throw ApiErrors.notClaimed(id, e);
      }
    }
  }

  @Override
  public final void claim(Terms on) {
    requireUsable();
    JsonPatch patch = JsonPatch.claim(object().getMetadata(), custody.replica(), on, ownLabels());
    boolean certainly = false;
    custody.claiming();
    try {
      saw(take(patch), false);
      certainly = true;
    } catch (ApiException e) {
      SandboxException error = ApiErrors.notClaimed(id, e);
      if (error instanceof SandboxLostException) {
        // The object is gone or somebody else's: from here on it is not this one's to delete, and
        // what its pool does with it says nothing of the other's.
        taken = true;
        loss.close(error.getMessage());
        runner.close();
      }
      throw error;
    } finally {
      custody.claimed(certainly);
    }
  }

  @Override
  public final Tenure tenure() {
    return terms.now().tenure();
  }

  /** The cluster ends it at its deadline, whatever its tenure. */
  private Optional<Instant> end() {
    return Stream.of(tenure().end(), deadline(object()))
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  @Override
  public final boolean renew(Tenure seen, Tenure next) {
    return terms.renew(seen, next);
  }

  @Override
  public final boolean expire(Tenure seen, String why) {
    return terms.expire(seen, why);
  }

  /** Ends it for a reason, which is told instead of the watch's if that is quicker. */
  final boolean endFor(String why, BooleanSupplier deletion) {
    ending = Optional.of(why);
    boolean ended = false;
    try {
      ended = deletion.getAsBoolean();
    } finally {
      ending = ended ? ending : Optional.empty();
    }
    if (ended) {
      over(why);
    }
    return ended;
  }

  @Override
  public final Optional<String> lost() {
    return loss.reason();
  }

  @Override
  public final void onLost(Consumer<String> listener) {
    loss.listen(listener);
  }

  @Override
  public RunningCommand start(ShellCommand command, ByteSink sink) {
    return runner.start(command, sink);
  }

  @Override
  public Terminal openTerminal(TerminalCommand command, TerminalListener listener) {
    return runner.openTerminal(command, listener);
  }

  @Override
  public final void destroy() {
    destroyed = !taken;
    if (loss.close("Sandbox " + id + " was closed") && !taken) {
      runner.close();
      started().completeExceptionally(new SandboxLostException("Sandbox " + id + " was closed"));
      if (custody.isContested()) {
        deleteIfOwn();
      } else {
        delete();
      }
    }
  }

  /** Another replica may have lent it to somebody a moment ago. */
  private void deleteIfOwn() {
    T seen = object();
    for (int attempt = 0; attempt < DELETE_ATTEMPTS; attempt++) {
      if (!custody.isOthers(seen.getMetadata()) && deleteAsSeen(seen)) {
        return;
      }
      Optional<T> now = readSame();
      if (now.isEmpty()) {
        return;
      }
      seen = now.get();
      if (custody.isOthers(seen.getMetadata())) {
        taken = true;
        destroyed = false;
        return;
      }
    }
    throw new BackendUnavailableException(
        "Sandbox " + id + " could not be deleted: it changes all the time");
  }

  /** The object as it is now, if it is still the same one. Blocks. */
  final Optional<T> readSame() {
    return read().filter(other -> uid().equals(other.getMetadata().getUid()));
  }

  /** Destroys it because of an error, which is the one to tell. */
  public final void discard(RuntimeException error) {
    try {
      Uninterrupted.run(this::destroy);
    } catch (RuntimeException e) {
      error.addSuppressed(e);
    }
  }

  /** Destroys it under whoever holds it, and tells them. */
  public final void revoke() {
    over("it was deleted by its id");
    destroy();
  }

  /** Words for a loss. */
  public static String lostWords(String id, String reason) {
    return "Sandbox " + id + " is lost: " + reason + "; create another one";
  }

  private SandboxStatus status(V1ObjectMeta meta) {
    if (lost().isPresent()) {
      return SandboxStatus.TERMINATED;
    }
    return switch (state().kind()) {
      case OVER -> SandboxStatus.TERMINATED;
      case PENDING, HELD -> hasStarted() ? held(meta) : SandboxStatus.PENDING;
      case SUSPENDED -> SandboxStatus.SUSPENDED;
      case READY -> held(meta);
    };
  }

  private static SandboxStatus held(V1ObjectMeta meta) {
    return SandboxKeys.isActive(meta) ? SandboxStatus.RUNNING : SandboxStatus.WARM;
  }

  private void passedOn() {
    String words = "Sandbox " + id + " is another replica's now";
    taken = true;
    started().completeExceptionally(new SandboxLostException(words));
    lost(words);
  }

  /** Ends it for a reason, in words for its user, that its object does not tell. */
  protected final void lost(String words) {
    runner.lost(words);
    loss.raise(words);
  }

  /** Ends it for a reason that its object tells. */
  final void over(String reason) {
    String words = lostWords(id, ending.orElse(reason));
    started().completeExceptionally(new SandboxLostException(words));
    lost(words);
  }
}

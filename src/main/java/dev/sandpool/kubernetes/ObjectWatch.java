package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.DaemonThreads;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * A live copy of objects of one kind, kept by one watch for the whole process.
 *
 * <p>Waiting for an object, seeing one end, and finding one by name all read this copy; nothing
 * polls the API server. Listeners are called on the watch's thread and must not block.
 *
 * @param <T> the kind
 */
public final class ObjectWatch<T extends KubernetesObject> implements AutoCloseable {

  private static final Duration FIRST_SYNC = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = 5_000_000;

  private final ObjectLister<T, ?> lister;
  private final SharedInformerFactory factory;
  private final ExecutorService threads;
  private final SharedIndexInformer<T> informer;

  /**
   * Starts to watch, and waits for the first full list.
   *
   * @param cluster where
   * @param query which objects
   * @param listener hears each new state of an object by {@code (object, false)}, and its deletion
   *     by {@code (last state, true)}
   */
  public <L extends KubernetesListObject> ObjectWatch(
      Cluster cluster, ObjectQuery<T, L> query, BiConsumer<T, Boolean> listener) {
    ObjectLister<T, L> objects = new ObjectLister<>(cluster.client(), query);
    lister = objects;
    threads = Executors.newCachedThreadPool(new DaemonThreads("sandpool-watch"));
    // The factory insists on a client without read timeout, though the lister makes the calls.
    ApiClient patient = new ApiClient(cluster.client().getHttpClient()).setReadTimeout(0);
    factory = new SharedInformerFactory(patient, threads, false);
    informer = factory.sharedIndexInformerFor(objects, query.type(), 0);
    informer.setTransform(ObjectLister::withoutHistory);
    informer.addEventHandler(new Handler<>(listener));
    factory.startAllRegisteredInformers();
    awaitSync();
  }

  /** The objects as last seen. */
  public List<T> all() {
    return informer.getIndexer().list();
  }

  /** An object as last seen. */
  public Optional<T> find(ObjectName name) {
    return Optional.ofNullable(informer.getIndexer().getByKey(name.toString()));
  }

  /** Why the copy may be old; empty while the watch works. */
  public Optional<String> trouble() {
    return lister.trouble();
  }

  @Override
  public void close() {
    factory.stopAllRegisteredInformers();
    threads.shutdownNow();
  }

  private void awaitSync() {
    long deadline = System.nanoTime() + FIRST_SYNC.toNanos();
    while (!informer.hasSynced()) {
      if (System.nanoTime() - deadline > 0) {
        close();
        throw new BackendUnavailableException(
            trouble()
                .orElse("The Kubernetes API did not list what is to be watched in " + FIRST_SYNC));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private record Handler<T extends KubernetesObject>(BiConsumer<T, Boolean> listener)
      implements ResourceEventHandler<T> {
    @Override
    public void onAdd(T object) {
      listener.accept(object, false);
    }

    @Override
    public void onUpdate(T before, T object) {
      listener.accept(object, false);
    }

    @Override
    public void onDelete(T object, boolean lastStateUnknown) {
      listener.accept(object, true);
    }
  }
}

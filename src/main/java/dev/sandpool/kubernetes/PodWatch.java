package dev.sandpool.kubernetes;

import dev.sandpool.BackendUnavailableException;
import dev.sandpool.backend.DaemonThreads;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.models.V1Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * A live copy of the Pods that carry a label, kept by one watch for the whole process.
 *
 * <p>Waiting for a Pod, seeing one end, and finding one by name all read this copy; nothing polls
 * the API server. Listeners are called on the watch's thread and must not block.
 */
public final class PodWatch implements AutoCloseable {

  private static final Duration FIRST_SYNC = Duration.ofSeconds(20);
  private static final long PAUSE_NANOS = 5_000_000;

  private final String namespace;
  private final PodLister lister;
  private final SharedInformerFactory factory;
  private final ExecutorService threads;
  private final SharedIndexInformer<V1Pod> informer;

  /**
   * Starts to watch, and waits for the first full list.
   *
   * @param cluster where
   * @param selector label selector
   * @param listener hears each new state of a Pod by {@code (pod, false)}, and its deletion by
   *     {@code (last state, true)}
   */
  public PodWatch(Cluster cluster, String selector, BiConsumer<V1Pod, Boolean> listener) {
    namespace = cluster.namespace();
    lister = new PodLister(cluster, selector);
    threads = Executors.newCachedThreadPool(new DaemonThreads("sandpool-watch"));
    // The factory insists on a client without read timeout, though the lister makes the calls.
    ApiClient patient = new ApiClient(cluster.client().getHttpClient()).setReadTimeout(0);
    factory = new SharedInformerFactory(patient, threads, false);
    informer = factory.sharedIndexInformerFor(lister, V1Pod.class, 0);
    informer.addEventHandler(new Handler(listener));
    factory.startAllRegisteredInformers();
    awaitSync();
  }

  /** The Pods as last seen. */
  public List<V1Pod> pods() {
    return informer.getIndexer().list();
  }

  /** A Pod as last seen. */
  public Optional<V1Pod> find(String name) {
    return Optional.ofNullable(informer.getIndexer().getByKey(namespace + "/" + name));
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
            trouble().orElse("The Kubernetes API did not list the Pods in " + FIRST_SYNC));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private record Handler(BiConsumer<V1Pod, Boolean> listener)
      implements ResourceEventHandler<V1Pod> {
    @Override
    public void onAdd(V1Pod pod) {
      listener.accept(pod, false);
    }

    @Override
    public void onUpdate(V1Pod before, V1Pod pod) {
      listener.accept(pod, false);
    }

    @Override
    public void onDelete(V1Pod pod, boolean lastStateUnknown) {
      listener.accept(pod, true);
    }
  }
}

package dev.sandpool.kubernetes.stock;

import dev.sandpool.backend.exec.ExecThreads;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.Cluster;
import dev.sandpool.kubernetes.JsonPatch;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1EventSource;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1ObjectReference;
import io.kubernetes.client.util.PatchUtils;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;

/**
 * Writes Kubernetes Events on objects, as a help for people and nothing more: they are written
 * aside, an Event that can't be written is dropped, and so are those beyond {@value #BURST} at once
 * and one a second. What happens again to the same object is counted in the same Event.
 * Thread-safe.
 */
public final class EventRecorder {

  private static final Logger LOG = System.getLogger(EventRecorder.class.getName());
  private static final int BURST = 20;
  private static final int REMEMBERED = 200;
  private static final int LONGEST = 1024;

  private final Cluster cluster;
  private final CoreV1Api api;
  private final Clock clock;
  private final ExecThreads threads;
  private final String reporter;
  private final Map<String, Written> written = new LinkedHashMap<>();
  private long tokens = BURST;
  private long refilled;

  private record Written(String name, int count) {}

  /**
   * Begins.
   *
   * @param reporter the replica
   * @param threads shared; not closed
   */
  public EventRecorder(Cluster cluster, String reporter, Clock clock, ExecThreads threads) {
    this.cluster = cluster;
    this.clock = clock;
    this.threads = threads;
    this.reporter = reporter;
    api = new CoreV1Api(cluster.client());
    refilled = clock.millis();
  }

  /** Says what happened to an object. */
  public void normal(KubernetesObject object, String reason, String message) {
    say(object, "Normal", reason, message);
  }

  /** Says what is wrong with an object. */
  public void warning(KubernetesObject object, String reason, String message) {
    say(object, "Warning", reason, message);
  }

  private void say(KubernetesObject object, String type, String reason, String message) {
    if (!isAllowed()) {
      return;
    }
    String text = message.length() <= LONGEST ? message : message.substring(0, LONGEST);
    try {
      threads.blocking().execute(() -> write(reference(object), type, reason, text));
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "An Event came too late", e);
    }
  }

  private synchronized boolean isAllowed() {
    long seconds = Math.max((clock.millis() - refilled) / 1000, 0);
    tokens = Math.min(tokens + seconds, BURST);
    refilled += seconds * 1000;
    return tokens-- > 0;
  }

  /** One at a time, so that the second is counted in the first. */
  private synchronized void write(
      V1ObjectReference object, String type, String reason, String message) {
    String key = object.getUid() + "/" + reason;
    try {
      Written before = written.remove(key);
      remember(
          key,
          before == null
              ? create(object, type, reason, message)
              : again(object.getNamespace(), before, message));
    } catch (ApiException e) {
      LOG.log(Level.DEBUG, "An Event was not written: {0}", ApiErrors.describe(e));
    }
  }

  private Written create(V1ObjectReference object, String type, String reason, String message)
      throws ApiException {
    OffsetDateTime now = now();
    CoreV1Event event =
        new CoreV1Event()
            .metadata(new V1ObjectMeta().generateName(object.getName() + "."))
            .involvedObject(object)
            .type(type)
            .reason(reason)
            .message(message)
            .source(new V1EventSource().component("sandpool").host(reporter))
            .firstTimestamp(now)
            .lastTimestamp(now)
            .count(1);
    CoreV1Event made = api.createNamespacedEvent(object.getNamespace(), event).execute();
    return new Written(made.getMetadata().getName(), 1);
  }

  private Written again(String namespace, Written before, String message) throws ApiException {
    int count = before.count() + 1;
    JsonPatch patch =
        new JsonPatch()
            .add("/count", count)
            .add("/message", message)
            .add("/lastTimestamp", now().toString());
    PatchUtils.patch(
        CoreV1Event.class,
        () -> api.patchNamespacedEvent(before.name(), namespace, patch.patch()).buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_PATCH,
        cluster.client());
    return new Written(before.name(), count);
  }

  private void remember(String key, Written event) {
    written.put(key, event);
    if (written.size() > REMEMBERED) {
      Iterator<String> oldest = written.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  private OffsetDateTime now() {
    return OffsetDateTime.ofInstant(clock.instant(), ZoneOffset.UTC)
        .truncatedTo(ChronoUnit.SECONDS);
  }

  private static V1ObjectReference reference(KubernetesObject object) {
    V1ObjectMeta meta = object.getMetadata();
    return new V1ObjectReference()
        .apiVersion(object.getApiVersion())
        .kind(object.getKind())
        .namespace(meta.getNamespace())
        .name(meta.getName())
        .uid(meta.getUid());
  }
}

package dev.sandpool.kubernetes;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.ListerWatcher;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.models.V1ListMeta;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Watch;
import io.kubernetes.client.util.Watchable;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;

/** Lists and watches objects for an informer, and remembers whether that works. */
final class ObjectLister<T extends KubernetesObject, L extends KubernetesListObject>
    implements ListerWatcher<T, L> {

  private static final Logger LOG = System.getLogger(ObjectLister.class.getName());

  private static final int PAGE = 250;

  private final ApiClient client;
  private final OkHttpClient patient;
  private final ObjectQuery<T, L> query;
  private final Type event;
  private volatile Optional<String> trouble = Optional.empty();

  ObjectLister(ApiClient client, ObjectQuery<T, L> query) {
    this.client = client;
    this.query = query;
    // A watch is silent for as long as nothing happens; only its own calls may wait without limit.
    patient = client.getHttpClient().newBuilder().readTimeout(Duration.ZERO).build();
    event = TypeToken.getParameterized(Watch.Response.class, query.type()).getType();
  }

  /** Why the last list or watch failed; empty when it did not. */
  Optional<String> trouble() {
    return trouble;
  }

  @Override
  public L list(CallGeneratorParams params) throws ApiException {
    try {
      // A list that works ends no trouble: the watch comes next, and may be what does not work.
      Request all = query.calls().build(null, null, false).request();
      L whole = page(all, "");
      for (String next = next(whole); !next.isEmpty(); ) {
        L page = page(all, next);
        append(whole, page);
        next = next(page);
      }
      return whole;
    } catch (ApiException e) {
      throw noted(e);
    }
  }

  /** As one piece, an answer of thousands would need several times their memory for a moment. */
  private L page(Request all, String from) throws ApiException {
    HttpUrl.Builder url = all.url().newBuilder().setQueryParameter("limit", Integer.toString(PAGE));
    if (!from.isEmpty()) {
      url.setQueryParameter("continue", from);
    }
    Call call = client.getHttpClient().newCall(all.newBuilder().url(url.build()).build());
    L page = client.<L>execute(call, query.listType()).getData();
    page.getItems().forEach(ObjectLister::withoutHistory);
    return page;
  }

  private static String next(KubernetesListObject page) {
    return Optional.ofNullable(page.getMetadata()).map(V1ListMeta::getContinue).orElse("");
  }

  /** They are lists of the same kind. */
  @SuppressWarnings("unchecked")
  private static void append(KubernetesListObject whole, KubernetesListObject page) {
    ((List<KubernetesObject>) whole.getItems()).addAll(page.getItems());
  }

  /** Who wrote which field is more than a third of an object, and nobody here asks for it. */
  static KubernetesObject withoutHistory(KubernetesObject object) {
    object.getMetadata().setManagedFields(null);
    return object;
  }

  @Override
  public Watchable<T> watch(CallGeneratorParams params) throws ApiException {
    try {
      Call call = query.calls().build(params.resourceVersion, params.timeoutSeconds, true);
      Watch<T> watch = Watch.createWatch(client, patient.newCall(call.request()), event);
      trouble = Optional.empty();
      return watch;
    } catch (ApiException e) {
      throw noted(e);
    }
  }

  /** Says it once; the informer tries again every second. */
  private ApiException noted(ApiException e) {
    Optional<String> now =
        Optional.of("The Kubernetes API cannot be watched: " + ApiErrors.describe(e));
    if (!now.equals(trouble)) {
      LOG.log(Level.WARNING, now.get());
    }
    trouble = now;
    return e;
  }
}

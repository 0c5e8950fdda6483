package dev.sandpool.kubernetes.claim;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.sandpool.SandboxStartException;
import dev.sandpool.kubernetes.ApiErrors;
import dev.sandpool.kubernetes.SandboxKeys;
import io.kubernetes.client.openapi.ApiException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A pool without members for each template, since claims are on pools.
 *
 * <p>It belongs to its template: the cluster deletes it with that, and Sandpool never does, as
 * other replicas may be claiming from it.
 */
final class TemplatePools {

  private static final Gson GSON = new Gson();
  private static final String PREFIX = "sandpool-";
  private static final int CONFLICT = 409;

  private final ObjectApi<Template> templates;
  private final ObjectApi<WarmPool> pools;
  private final Set<String> ensured = ConcurrentHashMap.newKeySet();

  TemplatePools(ObjectApi<Template> templates, ObjectApi<WarmPool> pools) {
    this.templates = templates;
    this.pools = pools;
  }

  /** The name of a template's pool, which is there now. Blocks the first time. */
  String ensure(String template) {
    String name = PREFIX + template;
    if (!ensured.contains(name)) {
      check(name, template, pools.read(name).orElseGet(() -> make(name, template)));
      ensured.add(name);
    }
    return name;
  }

  /** Looks again the next time: the pool is not there any more. */
  void forget(String template) {
    ensured.remove(PREFIX + template);
  }

  private WarmPool make(String name, String template) {
    Template owner =
        templates
            .read(template)
            .orElseThrow(
                () ->
                    new SandboxStartException(
                        "SandboxTemplate "
                            + template
                            + " is not there; make it, or name another in sandpool.claim.template",
                        null));
    try {
      return pools.create(pool(name, template, owner));
    } catch (ApiException e) {
      if (e.getCode() == CONFLICT) {
        // Another replica made it a moment ago; or somebody else, whose it then is.
        return pools.read(name).orElseThrow(() -> refused(name, e));
      }
      throw refused(name, e);
    }
  }

  private JsonObject pool(String name, String template, Template owner) {
    Map<String, Object> reference =
        Map.of(
            "apiVersion",
            templates.apiVersion(),
            "kind",
            "SandboxTemplate",
            "name",
            template,
            "uid",
            owner.metadata().getUid());
    Map<String, Object> metadata =
        Map.of(
            "name",
            name,
            "labels",
            Map.of(SandboxKeys.MANAGED_BY, SandboxKeys.SANDPOOL),
            "ownerReferences",
            List.of(reference));
    return GSON.toJsonTree(
            Map.of(
                "apiVersion",
                pools.apiVersion(),
                "kind",
                "SandboxWarmPool",
                "metadata",
                metadata,
                "spec",
                Map.of("replicas", 0, "sandboxTemplateRef", ClaimSource.reference(template))))
        .getAsJsonObject();
  }

  /** Its size may be anybody's choice; whose it is and what it makes may not. */
  private static void check(String name, String template, WarmPool pool) {
    boolean ours =
        SandboxKeys.SANDPOOL.equals(
            SandboxKeys.labels(pool.metadata()).get(SandboxKeys.MANAGED_BY));
    if (!ours || !pool.template().filter(template::equals).isPresent()) {
      throw new SandboxStartException(
          "SandboxWarmPool %s is somebody else's, or for another template than %s; delete it, or name it in sandpool.claim.warm-pool"
              .formatted(name, template),
          null);
    }
  }

  private static SandboxStartException refused(String name, ApiException e) {
    return new SandboxStartException(
        "The cluster refused SandboxWarmPool %s: %s".formatted(name, ApiErrors.describe(e)), e);
  }
}

package dev.sandpool.kubernetes.claim;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sandpool.kubernetes.fixture.ApiServer;
import dev.sandpool.kubernetes.fixture.ObjectStore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** An agent-sandbox controller that does as the test says, on the fixture API server. */
final class ScriptedController {

  private final ApiServer server;
  private final AtomicInteger count = new AtomicInteger();

  /** Gives every claim a warm Sandbox at once, until told otherwise. */
  ScriptedController(ApiServer server) {
    this.server = server;
    server
        .serves(AgentKeys.SANDBOX_GROUP, "v1beta1", "v1alpha1")
        .serves(AgentKeys.CLAIM_GROUP, "v1beta1", "v1alpha1");
    onClaim(this::adopt);
  }

  /** What to do with claims from now on, given a claim's name. */
  void onClaim(Consumer<String> what) {
    claims().onCreate(what);
  }

  ObjectStore claims() {
    return server.store("sandboxclaims");
  }

  ObjectStore sandboxes() {
    return server.store("sandboxes");
  }

  /** Makes a warm Sandbox the claim's, and says so in the claim. */
  void adopt(String claim) {
    bind(claim, sandboxFor(uid(claim)));
  }

  /** A Sandbox that belongs to the claim of a UID. */
  String sandboxFor(String uid) {
    String name = "warm-" + count.incrementAndGet();
    sandboxes()
        .addJson(
            """
            {"metadata":{"name":"%s","labels":{"agents.x-k8s.io/claim-uid":"%s"},
                         "annotations":{"agents.x-k8s.io/pod-name":"pod-%s"}},
             "spec":{},
             "status":{"podIPs":["10.0.0.%d"]}}
            """
                .formatted(name, uid, name, count.get()));
    return name;
  }

  /** Says in a claim that it has a ready Sandbox. */
  void bind(String claim, String sandbox) {
    ready(claim, "name", sandbox, "10.0.0." + count.get());
  }

  void ready(String claim, String nameField, String sandbox, String ip) {
    claims()
        .status(
            claim,
            """
            {"conditions":[{"type":"Ready","status":"True","reason":"DependenciesReady"}],
             "sandbox":{"%s":"%s","podIPs":["%s"]}}
            """
                .formatted(nameField, sandbox, ip));
  }

  /** Says in a claim that it is not ready; with what was bound left as it is. */
  void unready(String claim, String reason, String message) {
    claims()
        .change(
            claim,
            object -> {
              JsonObject status =
                  object.has("status") ? object.getAsJsonObject("status") : new JsonObject();
              status.add(
                  "conditions",
                  JsonParser.parseString(
                      """
                      [{"type":"Ready","status":"False","reason":"%s","message":"%s"}]
                      """
                          .formatted(reason, message)));
              object.add("status", status);
            });
  }

  /** Says in a claim that its Pod has no address any more. */
  void clearIps(String claim) {
    claims()
        .change(
            claim,
            object -> object.getAsJsonObject("status").getAsJsonObject("sandbox").remove("podIPs"));
  }

  String uid(String claim) {
    return claims().get(claim).orElseThrow().getAsJsonObject("metadata").get("uid").getAsString();
  }

  JsonObject spec(String claim) {
    return claims().get(claim).orElseThrow().getAsJsonObject("spec");
  }
}

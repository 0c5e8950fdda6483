package dev.sandpool.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.backend.SessionKey;
import dev.sandpool.backend.SessionStore;
import dev.sandpool.backend.SessionStoreContract;
import dev.sandpool.testcluster.TestCluster;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoordinationV1Api;
import io.kubernetes.client.openapi.models.V1Lease;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionLeasesIT implements SessionStoreContract {

  private TestCluster test;
  private SessionStore store;

  @BeforeAll
  void open() {
    test = TestCluster.open("sessions");
    store = new SessionLeases(test.cluster());
  }

  @AfterAll
  void close() {
    if (test != null) {
      test.close();
    }
  }

  @Override
  public SessionStore store() {
    return store;
  }

  @Test
  void sweepForgetsSandboxesThatAreGoneAndTouchesNothingElse() throws ApiException {
    SessionKey alive = new SessionKey("sweep", "alive");
    SessionKey gone = new SessionKey("sweep", "gone");
    store.put(alive, Optional.empty(), "sp-alive");
    store.put(gone, Optional.empty(), "sp-gone");
    int before = leases();

    assertThat(store.sweep("sp-gone"::equals)).isEqualTo(1);

    assertThat(store.find(alive)).hasValue("sp-alive");
    assertThat(store.find(gone)).isEmpty();
    assertThat(leases()).isEqualTo(before - 1);
  }

  @Test
  void textOfTheKeyIsNotInTheCluster() throws ApiException {
    store.put(new SessionKey("tenant", "somebodys-private-name"), Optional.empty(), "sp-one");

    assertThat(
            new CoordinationV1Api(test.cluster().client())
                .listNamespacedLease(test.cluster().namespace())
                .execute()
                .getItems())
        .extracting(V1Lease::toString)
        .noneMatch(text -> text.contains("somebodys-private-name"));
  }

  private int leases() throws ApiException {
    return new CoordinationV1Api(test.cluster().client())
        .listNamespacedLease(test.cluster().namespace())
        .execute()
        .getItems()
        .size();
  }
}

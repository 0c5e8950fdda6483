package dev.sandpool.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionsInMemoryTest implements SessionStoreContract {

  private final SessionStore store = new SessionsInMemory();

  @Override
  public SessionStore store() {
    return store;
  }

  @Test
  void sweepForgetsSandboxesThatAreGone() {
    SessionKey alive = new SessionKey("", "alive");
    SessionKey gone = new SessionKey("", "gone");
    store.put(alive, Optional.empty(), "sp-alive");
    store.put(gone, Optional.empty(), "sp-gone");

    assertThat(store.sweep("sp-gone"::equals)).isEqualTo(1);

    assertThat(store.find(alive)).hasValue("sp-alive");
    assertThat(store.find(gone)).isEmpty();
  }
}

package dev.sandpool.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sandpool.backend.ManagedSandbox;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PooledSandboxTest {

  /** A default of the interface would hide what the back end's sandbox can. */
  @Test
  void hasAMethodOfItsOwnForEachOfTheInterface() {
    assertThat(Arrays.stream(ManagedSandbox.class.getMethods()).filter(Method::isDefault))
        .isNotEmpty();
    assertThat(Arrays.stream(PooledSandbox.class.getMethods()).filter(Method::isDefault)).isEmpty();
  }
}

package dev.sandpool.backend.exec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpareSessionsTest {

  private static final long IDLE = SpareSessions.IDLE.toNanos();

  private final SpareSessions spares = new SpareSessions();

  @Test
  void takesTheNewestThatIsReady() {
    ShellSession old = ready();
    ShellSession newer = ready();
    ShellSession lookingAround = session();
    offer(old, newer, lookingAround);

    assertThat(spares.take()).contains(newer);
    assertThat(spares.take()).contains(old);
    assertThat(spares.take()).contains(lookingAround);
    assertThat(spares.take()).isEmpty();
  }

  @Test
  void neverTakesOneWhoseChannelIsGone() {
    ShellSession gone = ready();
    offer(gone);
    gone.onEnd(ChannelEnd.unknown());

    assertThat(spares.take()).isEmpty();
  }

  @Test
  void keepsNoMoreThanItMay() {
    for (int i = 0; i < SpareSessions.MOST; i++) {
      assertThat(spares.offer(session(), SpareSessions.MOST, 0)).isTrue();
    }

    assertThat(spares.offer(session(), SpareSessions.MOST, 0)).isFalse();
    assertThat(spares.size()).isEqualTo(SpareSessions.MOST);
  }

  @Test
  void letsGoOfTheOldestThatIdledButKeepsOne() {
    ShellSession oldest = session();
    ShellSession old = session();
    ShellSession fresh = session();
    spares.offer(oldest, 3, 0);
    spares.offer(old, 3, 1);
    spares.offer(fresh, 3, IDLE);

    assertThat(spares.takeIdle(IDLE - 1)).isEmpty();
    assertThat(spares.takeIdle(IDLE + 1)).containsExactly(oldest, old);
    assertThat(spares.takeIdle(10 * IDLE)).isEmpty();
    assertThat(spares.take()).contains(fresh);
  }

  private void offer(ShellSession... sessions) {
    for (ShellSession session : sessions) {
      spares.offer(session, SpareSessions.MOST, 0);
    }
  }

  private static ShellSession ready() {
    ShellSession session = session();
    session.onStdout("sandpool 12\n".getBytes(UTF_8));
    return session;
  }

  private static ShellSession session() {
    return ShellSession.open((argv, listener) -> new SilentChannel());
  }

  private record SilentChannel() implements Channel {
    @Override
    public void write(byte[] bytes, int offset, int length) {}

    @Override
    public boolean canEndInput() {
      return true;
    }

    @Override
    public void endInput() {}

    @Override
    public void close() {}
  }
}

package dev.sandpool.local;

import dev.sandpool.local.LocalSettings.IsolationChoice;

class BubblewrapIsolationTest extends LocalIsolationContract {

  BubblewrapIsolationTest() {
    super(IsolationChoice.BUBBLEWRAP);
  }
}

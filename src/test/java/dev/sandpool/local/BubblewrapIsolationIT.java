package dev.sandpool.local;

import dev.sandpool.local.LocalSettings.IsolationChoice;

class BubblewrapIsolationIT extends LocalIsolationContract {

  BubblewrapIsolationIT() {
    super(IsolationChoice.BUBBLEWRAP);
  }
}

package dev.sandpool.local;

import dev.sandpool.local.LocalSettings.IsolationChoice;

class UnshareIsolationIT extends LocalIsolationContract {

  UnshareIsolationIT() {
    super(IsolationChoice.UNSHARE);
  }
}

package dev.sandpool.local;

import dev.sandpool.local.LocalSettings.IsolationChoice;

class UnshareIsolationTest extends LocalIsolationContract {

  UnshareIsolationTest() {
    super(IsolationChoice.UNSHARE);
  }
}

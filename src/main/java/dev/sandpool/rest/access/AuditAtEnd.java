package dev.sandpool.rest.access;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletRequest;

/** Does something when a request that has gone asynchronous ends, however it does. */
record AuditAtEnd(Runnable work) implements AsyncListener {

  /** Sees to it; false if the request has not gone asynchronous, or is over by now. */
  static boolean of(ServletRequest request, Runnable work) {
    if (!request.isAsyncStarted()) {
      return false;
    }
    try {
      request.getAsyncContext().addListener(new AuditAtEnd(work));
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    work.run();
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    work.run();
  }

  @Override
  public void onError(AsyncEvent event) {
    work.run();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    event.getAsyncContext().addListener(this);
  }
}

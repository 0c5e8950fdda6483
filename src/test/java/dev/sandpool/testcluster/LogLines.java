package dev.sandpool.testcluster;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** What one part of Sandpool logs, as somebody would read it. */
public final class LogLines extends Handler implements AutoCloseable {

  private final SimpleFormatter formatter = new SimpleFormatter();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  /** Listens to a logger and those below it. */
  public LogLines(String name) {
    logger = Logger.getLogger(name);
    logger.addHandler(this);
  }

  /** All that was logged since, at INFO or above. */
  public List<String> lines() {
    return lines;
  }

  @Override
  public void publish(LogRecord entry) {
    lines.add(formatter.formatMessage(entry));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}

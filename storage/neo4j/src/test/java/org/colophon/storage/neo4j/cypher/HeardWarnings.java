package org.colophon.storage.neo4j.cypher;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The warnings that a package logs until this is closed. */
final class HeardWarnings extends Handler implements AutoCloseable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Logger logger;

  HeardWarnings(String name) {
    setLevel(Level.WARNING);
    logger = Logger.getLogger(name);
    logger.addHandler(this);
  }

  List<String> messages() {
    return messages;
  }

  @Override
  public void publish(LogRecord record) {
    if (isLoggable(record)) {
      messages.add(new SimpleFormatter().formatMessage(record));
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}

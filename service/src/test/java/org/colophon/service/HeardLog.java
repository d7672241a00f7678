// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Collects the log messages of a package at {@code INFO} and above, with their level, until closed.
 */
final class HeardLog extends Handler implements AutoCloseable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Logger logger;

  HeardLog(String name) {
    logger = Logger.getLogger(name);
    logger.addHandler(this);
  }

  List<String> messages() {
    return messages;
  }

  @Override
  public void publish(LogRecord record) {
    messages.add(record.getLevel() + " " + new SimpleFormatter().formatMessage(record));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}

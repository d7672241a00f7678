// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.lang.System.Logger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;

/** Passes warnings of Kafka's client on to the log of this process. */
final class KafkaLogging extends Handler {
  private static final Logger LOG = System.getLogger(KafkaLog.class.getName());

  /** Strong reference, since Java discards unreferenced loggers. */
  private static final java.util.logging.Logger KAFKA =
      java.util.logging.Logger.getLogger("org.apache.kafka");

  private static boolean isForwarded;

  private final SimpleFormatter format = new SimpleFormatter();

  /** Installs this handler on the first call. */
  static synchronized void forward() {
    if (!isForwarded) {
      KAFKA.setLevel(Level.WARNING);
      KAFKA.setUseParentHandlers(false);
      KAFKA.addHandler(new KafkaLogging());
      isForwarded = true;
    }
  }

  @Override
  public void publish(LogRecord entry) {
    boolean isSevere = entry.getLevel().intValue() >= Level.SEVERE.intValue();
    Logger.Level level = isSevere ? Logger.Level.WARNING : Logger.Level.DEBUG;
    LOG.log(level, () -> "Kafka: " + format.formatMessage(entry));
  }

  @Override
  public void flush() {
    // Nothing is kept.
  }

  @Override
  public void close() {
    // Nothing is open.
  }
}

package org.colophon.service.health;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterStatus;

/**
 * Log and counter of damage found in stored data. A warning stays until the restart. Any thread.
 */
public final class CorruptionLog {
  private static final Logger LOG = System.getLogger(CorruptionLog.class.getName());

  private final AtomicLong count = new AtomicLong();
  private final Set<String> corruptAdapters = new HashSet<>();
  private volatile String latest = "";

  /** Records a failure at a place like {@code GET /v1/lineage} if damaged data caused it. */
  public void check(String place, ColophonException failure) {
    if (failure.code() == ErrorCode.STORE_CORRUPT) {
      note(place, failure.getMessage());
    }
  }

  /** Records adapters that failed since the last call because of damaged data. */
  public synchronized void check(List<AdapterStatus> adapters) {
    for (AdapterStatus each : adapters) {
      if (!each.isCorrupt()) {
        corruptAdapters.remove(each.name());
      } else if (corruptAdapters.add(each.name())) {
        note("adapter " + each.name(), each.failure());
      }
    }
  }

  private void note(String place, String message) {
    count.incrementAndGet();
    latest = place + ": " + message;
    LOG.log(Level.ERROR, "stored data is damaged: {0}: {1}", place, message);
  }

  /** Returns the number of times that damage was found since the start. */
  public long count() {
    return count.get();
  }

  /** Returns a text about the latest damage; empty if none was found. */
  public String warning() {
    String found = latest;
    return found.isEmpty() ? "" : "stored data is damaged: " + found;
  }
}

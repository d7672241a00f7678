// SPDX-License-Identifier: Apache-2.0
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
import org.colophon.service.metrics.ServiceMetrics;
import org.colophon.service.part.ServicePart;

/**
 * Logs and counts damage found in stored data. A warning remains until the service restarts. Any
 * thread.
 */
public final class CorruptionLog implements ServicePart {
  private static final Logger LOG = System.getLogger(CorruptionLog.class.getName());

  private final AtomicLong count = new AtomicLong();
  private final Set<String> corruptAdapters = new HashSet<>();
  private volatile String latest = "";

  /**
   * Records a failure if damaged data caused it.
   *
   * @param place the request, such as {@code GET /v1/lineage}
   */
  public void check(String place, ColophonException failure) {
    if (failure.code() == ErrorCode.STORE_CORRUPT) {
      note(place, failure.getMessage());
    }
  }

  /**
   * Records the adapters of a store that failed because of damaged data since the last call.
   *
   * @param host name of the store's host; empty for the service's own store
   */
  public synchronized void check(String host, List<AdapterStatus> adapters) {
    for (AdapterStatus each : adapters) {
      String place = "adapter " + each.name() + (host.isEmpty() ? "" : " of host " + host);
      if (!each.isCorrupt()) {
        corruptAdapters.remove(place);
      } else if (corruptAdapters.add(place)) {
        note(place, each.failure());
      }
    }
  }

  private void note(String place, String message) {
    count.incrementAndGet();
    latest = place + ": " + message;
    LOG.log(Level.ERROR, "stored data is damaged: {0}: {1}", place, message);
  }

  /** Returns how often damage was found since the start. */
  public long count() {
    return count.get();
  }

  /** Returns a message about the latest damage. */
  @Override
  public List<String> warnings() {
    String found = latest;
    return found.isEmpty() ? List.of() : List.of("stored data is damaged: " + found);
  }

  @Override
  public void register(ServiceMetrics metrics) {
    metrics.counter("colophon_corruption", "Times that stored data was found damaged", this::count);
  }
}

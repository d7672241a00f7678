package org.colophon.service.client.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;

/**
 * Ids of recently declared identities. An evicted identity gets another id when it is declared
 * again, which the service maps to the same object. Guarded by the queue's monitor.
 */
final class RecentIds extends LinkedHashMap<Bytes, Long> {
  private static final long serialVersionUID = 1L;
  private static final int MAX_IDS = 1 << 14;

  RecentIds() {
    super(64, 0.75f, true);
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<Bytes, Long> eldest) {
    return size() > MAX_IDS;
  }
}

package org.colophon.service.client.report;

import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;

/**
 * Ids of recently declared identities. An evicted identity gets another id when it is declared
 * again, which the service maps to the same object. Guarded by the queue's lock.
 */
final class RecentIds {
  private static final int MAX_IDS = 1 << 14;

  private final Map<Bytes, Long> processes = new Recent();
  private final Map<Bytes, Long> objects = new Recent();

  private static final class Recent extends LinkedHashMap<Bytes, Long> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(64, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Bytes, Long> eldest) {
      return size() > MAX_IDS;
    }
  }

  /** Returns null if the identity is unknown. */
  Long process(Bytes identity) {
    return processes.get(identity);
  }

  Long object(Bytes identity) {
    return objects.get(identity);
  }

  void addProcess(Bytes identity, long id) {
    if (!identity.isEmpty()) {
      processes.put(identity, id);
    }
  }

  void addObject(Bytes identity, long id) {
    if (!identity.isEmpty()) {
      objects.put(identity, id);
    }
  }
}

package org.colophon.storage.jdbc;

import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;

/**
 * What paths meant after they last changed places, so that who exchanges two names again and again
 * is not followed back through all of that each time. The writer's thread only.
 */
final class SwappedPaths {
  private static final int MOST = 256;

  private final Map<Bytes, Meaning> latest = new Recent();

  /** An object, 0 if none, that a path has meant since a record. */
  record Meaning(long object, long record) {}

  private static final class Recent extends LinkedHashMap<Bytes, Meaning> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Bytes, Meaning> eldest) {
      return size() > MOST;
    }
  }

  /** Null if it is not known. */
  Meaning of(Bytes path) {
    return latest.get(path);
  }

  void put(Bytes path, long object, long record) {
    latest.put(path, new Meaning(object, record));
  }
}

package org.colophon.client.report;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;

/**
 * Where the sources of a remote sink's reporters are, as far as that was asked or handed over.
 * Guarded by the queue's lock.
 */
final class KnownPositions {
  private final Map<String, Bytes> latest = new HashMap<>();

  /** Null if it is not known. */
  Bytes of(String source) {
    return latest.get(source);
  }

  /** The reporter has moved it. */
  void moved(String source, Bytes position) {
    latest.put(source, position);
  }

  /** The service told where they were, when it was asked: what was moved since is newer. */
  void learn(Map<String, Bytes> told) {
    told.forEach(latest::putIfAbsent);
  }
}

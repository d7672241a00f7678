// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc.write;

import java.util.Map;
import org.colophon.core.collect.BoundedMap;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The recent targets of exchanged paths. With these, the next exchange of two names need not be
 * resolved through all earlier exchanges. One thread.
 */
final class SwappedPaths {
  private static final int MAX_PATHS = 256;

  private final Map<Bytes, Target> latest = BoundedMap.byUse(MAX_PATHS);

  /** The object of a path since a record, 0 if none. */
  record Target(long object, long record) {}

  /** Returns the target of a path, or null if it is forgotten. */
  @Nullable Target of(Bytes path) {
    return latest.get(path);
  }

  void put(Bytes path, long object, long record) {
    latest.put(path, new Target(object, record));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;
import org.jspecify.annotations.Nullable;

/**
 * Writes of an object, used to find the write of a record. An inspector reports a change some time
 * after the write. So a record belongs to its process's last write that began before the record's
 * LSN.
 */
final class ObjectWrites {
  /** For each process, the first LSN of each write, mapped to its last LSN. */
  private final Map<Long, NavigableMap<Long, Long>> byProcess = new HashMap<>();

  ObjectWrites(LineageReader reader, long object) {
    reader.accessesOfObject(
        object,
        AccessMode.WRITE.bit(),
        (process, o, mode, first, last, count, bytes, firstNanos, lastNanos) ->
            byProcess
                .computeIfAbsent(process, key -> new TreeMap<>())
                .merge(first, last, Math::max));
  }

  /** Returns the first and last LSN of the write that a record belongs to; null for none. */
  Map.@Nullable Entry<Long, Long> explainedBy(ExtendedRecord attached) {
    NavigableMap<Long, Long> its = byProcess.get(attached.process());
    return its == null ? null : its.floorEntry(attached.lsn());
  }
}

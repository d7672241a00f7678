// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.naming;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * Finds writes of which the source did not know whether they took effect. An extended record with a
 * type such as {@code sql/attempted} marks their process and object. Caches the records of each
 * process and object, since every edge needs them.
 */
public final class AttemptedWrites {
  public static final String TYPE_END = "/attempted";

  /**
   * Maximum number of objects for which the records are read one object at a time. For more
   * objects, all records of the process are read at once, since each read may scan them all.
   */
  private static final int QUERIED_ALONE = 4;

  private final LineageReader reader;
  private final long limit;
  private final Map<Long, OfProcess> byProcess = new HashMap<>();

  /**
   * Constructs an empty cache.
   *
   * @param limit the as-of LSN of the query
   */
  public AttemptedWrites(LineageReader reader, long limit) {
    this.reader = reader;
    this.limit = limit;
  }

  /** Returns the edge, which is marked if its write may not have taken effect. */
  public LineageEdge mark(LineageEdge edge, LineageNode effect, LineageNode cause) {
    boolean mayBe = edge.kind() == EdgeKind.WRITE && !isOfSystem(cause);
    return mayBe && isAttempted(cause.id(), effect.id()) ? edge.asAttempted() : edge;
  }

  /**
   * Returns whether the process belongs to the operating system, whose failed writes are not
   * recorded.
   */
  private static boolean isOfSystem(LineageNode process) {
    return process.process() != null && process.process().declaration().pid() > 0;
  }

  private boolean isAttempted(long process, long object) {
    return byProcess.computeIfAbsent(process, key -> new OfProcess()).attempted(process, object);
  }

  private final class OfProcess {
    private final Set<Long> queriedObjects = new HashSet<>();
    private final Set<Long> attempted = new HashSet<>();

    boolean attempted(long process, long object) {
      if (queriedObjects.size() <= QUERIED_ALONE && queriedObjects.add(object)) {
        read(process, queriedObjects.size() > QUERIED_ALONE ? 0 : object);
      }
      return attempted.contains(object);
    }

    private void read(long process, long object) {
      for (ExtendedRecord record : reader.extendedRecords(process, object)) {
        if (record.type().endsWith(TYPE_END) && record.lsn() <= limit) {
          attempted.add(record.object());
        }
      }
    }
  }
}

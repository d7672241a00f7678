package org.colophon.query.engine;

import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.EdgeKind;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.api.LineageNode;

/**
 * Finds writes of which the source that reported them could not tell whether they took effect: an
 * extended record of a type such as {@code sql/attempted} says so, on process and object.
 */
final class Attempts {
  static final String TYPE_END = "/attempted";

  private final LineageReader reader;
  private final long limit;

  /**
   * @param limit the LSN as of which is asked
   */
  Attempts(LineageReader reader, long limit) {
    this.reader = reader;
    this.limit = limit;
  }

  /** The edge, marked if its write was but attempted. */
  LineageEdge mark(LineageEdge edge, LineageNode effect, LineageNode cause) {
    boolean mayBe = edge.kind() == EdgeKind.WRITE && !isOfSystem(cause);
    return mayBe && isAttempted(cause.id(), effect.id()) ? edge.asAttempted() : edge;
  }

  /** What a process of the operating system did was seen to succeed. */
  private static boolean isOfSystem(LineageNode process) {
    return process.process() != null && process.process().declaration().pid() > 0;
  }

  private boolean isAttempted(long process, long object) {
    for (ExtendedRecord record : reader.extendedRecords(process, object)) {
      if (record.type().endsWith(TYPE_END) && record.lsn() <= limit) {
        return true;
      }
    }
    return false;
  }
}

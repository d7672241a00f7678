// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.common.facts;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.visitor.OperationVisitor;

/** Collects operations and visits them in LSN order. One thread. */
public final class OperationList implements OperationVisitor {
  private record Operation(
      long lsn, OperationKind kind, long process, long object, long bytes, long timeNanos) {}

  private final List<Operation> found = new ArrayList<>();

  /** Fails with BAD_REQUEST if neither a process nor an object is given. */
  public static void requireEnd(long process, long object) {
    if (process == 0 && object == 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "name a process, an object, or both to list their operations");
    }
  }

  @Override
  public void operation(
      long lsn, OperationKind kind, long process, long object, long bytes, long timeNanos) {
    found.add(new Operation(lsn, kind, process, object, bytes, timeNanos));
  }

  /**
   * Visits the operations up to an LSN; those that share an LSN in the order in which they were
   * added.
   */
  public void visit(long untilLsn, OperationVisitor visitor) {
    found.sort(Comparator.comparingLong(Operation::lsn));
    for (Operation o : found) {
      if (o.lsn <= untilLsn) {
        visitor.operation(o.lsn, o.kind, o.process, o.object, o.bytes, o.timeNanos);
      }
    }
  }
}

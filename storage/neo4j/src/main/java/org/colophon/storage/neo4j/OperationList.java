package org.colophon.storage.neo4j;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.visitor.OperationVisitor;

/** Gathers operations to visit them in LSN order. One thread. */
final class OperationList implements OperationVisitor {
  private record Operation(
      long lsn, OperationKind kind, long process, long object, long bytes, long timeNanos) {}

  private final List<Operation> found = new ArrayList<>();

  @Override
  public void operation(
      long lsn, OperationKind kind, long process, long object, long bytes, long timeNanos) {
    found.add(new Operation(lsn, kind, process, object, bytes, timeNanos));
  }

  void visit(OperationVisitor visitor) {
    found.sort(Comparator.comparingLong(Operation::lsn));
    for (Operation o : found) {
      visitor.operation(o.lsn, o.kind, o.process, o.object, o.bytes, o.timeNanos);
    }
  }
}

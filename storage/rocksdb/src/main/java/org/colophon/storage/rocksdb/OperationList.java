package org.colophon.storage.rocksdb;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.visitor.OperationVisitor;

/**
 * Takes intervals apart into the operations that were stored of them: the first, and when it is
 * known and another one, the last, which stands for all that followed the first, bytes included.
 */
final class OperationList implements EntryVisitor {
  private record Operation(long lsn, OperationKind kind, long other, long bytes, long nanos) {}

  private final List<Operation> operations = new ArrayList<>();
  private final long wantedOther;
  private OperationKind plainKind = OperationKind.READ;

  /** Keeps the operations that met one other thing, 0 for any. */
  OperationList(long wantedOther) {
    this.wantedOther = wantedOther;
  }

  void plainKind(OperationKind kind) {
    plainKind = kind;
  }

  @Override
  public void entry(
      long other,
      int kind,
      long firstLsn,
      long firstBytes,
      long firstNanos,
      int form,
      long lastLsn,
      long count,
      long bytes,
      long lastNanos) {
    if (wantedOther == 0 || wantedOther == other) {
      operations.add(
          new Operation(firstLsn, OperationKind.of(kind), other, firstBytes, firstNanos));
      if (count >= 2 && lastLsn != Lsn.OPEN) {
        operations.add(new Operation(lastLsn, plainKind, other, bytes - firstBytes, lastNanos));
      }
    }
  }

  void visitOfProcess(long process, OperationVisitor visitor) {
    sorted().forEach(o -> visitor.operation(o.lsn, o.kind, process, o.other, o.bytes, o.nanos));
  }

  void visitOfObject(long object, OperationVisitor visitor) {
    sorted().forEach(o -> visitor.operation(o.lsn, o.kind, o.other, object, o.bytes, o.nanos));
  }

  private List<Operation> sorted() {
    operations.sort(Comparator.comparingLong(Operation::lsn));
    return operations;
  }
}

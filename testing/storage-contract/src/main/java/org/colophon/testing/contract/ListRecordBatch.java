package org.colophon.testing.contract;

import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/** A cursor over a list of records. Each adapter gets its own. */
final class ListRecordBatch implements RecordBatch {
  private final List<HistoryRecord> records;
  private final long firstLsn;
  private final long lastLsn;
  private final int operations;
  private int index = -1;

  ListRecordBatch(List<HistoryRecord> records, long firstLsn, long lastLsn, int operations) {
    this.records = List.copyOf(records);
    this.firstLsn = firstLsn;
    this.lastLsn = lastLsn;
    this.operations = operations;
  }

  /** Returns a cursor before the first record. */
  ListRecordBatch rewound() {
    return new ListRecordBatch(records, firstLsn, lastLsn, operations);
  }

  @Override
  public long firstLsn() {
    return firstLsn;
  }

  @Override
  public long lastLsn() {
    return lastLsn;
  }

  @Override
  public int operations() {
    return operations;
  }

  @Override
  public boolean next() {
    index++;
    return index < records.size();
  }

  private HistoryRecord at() {
    return records.get(index);
  }

  @Override
  public RecordType type() {
    return at().type;
  }

  @Override
  public long lsn() {
    return at().lsn;
  }

  @Override
  public long timeNanos() {
    return at().timeNanos;
  }

  @Override
  public long process() {
    return at().process;
  }

  @Override
  public long object() {
    return at().object;
  }

  @Override
  public long cause() {
    return at().cause;
  }

  @Override
  public OperationKind operationKind() {
    return at().operationKind;
  }

  @Override
  public AccessMode accessMode() {
    return at().accessMode;
  }

  @Override
  public LinkKind linkKind() {
    return at().linkKind;
  }

  @Override
  public GapCause gapCause() {
    return at().gapCause;
  }

  @Override
  public boolean isOpen() {
    return at().open;
  }

  @Override
  public long bytes() {
    return at().bytes;
  }

  @Override
  public long count() {
    return at().count;
  }

  @Override
  public long beginLsn() {
    return at().beginLsn;
  }

  @Override
  public long endLsn() {
    return at().endLsn;
  }

  @Override
  public int status() {
    return at().status;
  }

  @Override
  public Bytes path() {
    return at().path;
  }

  @Override
  public Bytes toPath() {
    return at().toPath;
  }

  @Override
  public String label() {
    return at().label;
  }

  @Override
  public Bytes data() {
    return at().data;
  }

  @Override
  public ProcessDeclaration processDeclaration() {
    return at().processDeclaration;
  }

  @Override
  public ObjectDeclaration objectDeclaration() {
    return at().objectDeclaration;
  }

  /** Returns the records, one a line, for reports of failed properties. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("batch " + firstLsn + ".." + lastLsn);
    records.forEach(each -> text.append("\n  ").append(each));
    return text.toString();
  }
}

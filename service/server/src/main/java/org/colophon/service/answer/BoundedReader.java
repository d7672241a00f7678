package org.colophon.service.answer;

import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.Gap;
import org.colophon.core.model.NameBinding;
import org.colophon.core.model.ObjectInfo;
import org.colophon.core.model.ProcessInfo;
import org.colophon.core.model.Snapshot;
import org.colophon.core.spi.storage.AccessVisitor;
import org.colophon.core.spi.storage.CutVisitor;
import org.colophon.core.spi.storage.DerivationVisitor;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.LinkVisitor;
import org.colophon.core.spi.storage.NameVisitor;
import org.colophon.core.spi.storage.OperationVisitor;
import org.colophon.core.spi.storage.StoreStatistics;

/**
 * A reader that stops answering at a point in time, so that a question which takes too long ends.
 * Every call looks at the clock; one call is never interrupted.
 */
public final class BoundedReader implements LineageReader {
  private final LineageReader reader;
  private final long deadlineNanos;

  /**
   * @param deadlineNanos as {@link System#nanoTime} counts
   */
  public BoundedReader(LineageReader reader, long deadlineNanos) {
    this.reader = reader;
    this.deadlineNanos = deadlineNanos;
  }

  private void check() {
    if (System.nanoTime() - deadlineNanos > 0) {
      throw new ColophonException(
          ErrorCode.LIMIT_REACHED,
          "the answer takes longer than limits.request-time allows; ask for less depth, hide more, or raise the limit");
    }
  }

  @Override
  public long visibleLsn() {
    check();
    return reader.visibleLsn();
  }

  @Override
  public void accessesOfObject(long object, int modes, AccessVisitor visitor) {
    check();
    reader.accessesOfObject(object, modes, visitor);
  }

  @Override
  public void accessesOfProcess(long process, int modes, AccessVisitor visitor) {
    check();
    reader.accessesOfProcess(process, modes, visitor);
  }

  @Override
  public void causesOfProcess(long process, LinkVisitor visitor) {
    check();
    reader.causesOfProcess(process, visitor);
  }

  @Override
  public void effectsOfProcess(long process, LinkVisitor visitor) {
    check();
    reader.effectsOfProcess(process, visitor);
  }

  @Override
  public void derivationsOfObject(long object, DerivationVisitor visitor) {
    check();
    reader.derivationsOfObject(object, visitor);
  }

  @Override
  public void derivationsFromObject(long object, DerivationVisitor visitor) {
    check();
    reader.derivationsFromObject(object, visitor);
  }

  @Override
  public void cuts(long object, CutVisitor visitor) {
    check();
    reader.cuts(object, visitor);
  }

  @Override
  public void operations(long process, long object, OperationVisitor visitor) {
    check();
    reader.operations(process, object, visitor);
  }

  @Override
  public long lastProcess() {
    check();
    return reader.lastProcess();
  }

  @Override
  public long lastObject() {
    check();
    return reader.lastObject();
  }

  @Override
  public ProcessInfo process(long id) {
    check();
    return reader.process(id);
  }

  @Override
  public ObjectInfo object(long id) {
    check();
    return reader.object(id);
  }

  @Override
  public long processByIdentity(Bytes identity) {
    check();
    return reader.processByIdentity(identity);
  }

  @Override
  public long objectByIdentity(Bytes identity) {
    check();
    return reader.objectByIdentity(identity);
  }

  @Override
  public List<Long> processesWithPid(long pid) {
    check();
    return reader.processesWithPid(pid);
  }

  @Override
  public long resolve(Bytes path, long asOfLsn) {
    check();
    return reader.resolve(path, asOfLsn);
  }

  @Override
  public List<NameBinding> bindingsOf(Bytes path) {
    check();
    return reader.bindingsOf(path);
  }

  @Override
  public List<NameBinding> namesOf(long object) {
    check();
    return reader.namesOf(object);
  }

  @Override
  public void under(Bytes directory, long asOfLsn, NameVisitor visitor) {
    check();
    reader.under(directory, asOfLsn, visitor);
  }

  @Override
  public void pathsFrom(Bytes prefix, NameVisitor visitor) {
    check();
    reader.pathsFrom(prefix, visitor);
  }

  @Override
  public void pathsFrom(Bytes prefix, int limit, NameVisitor visitor) {
    check();
    reader.pathsFrom(prefix, limit, visitor);
  }

  @Override
  public long lsnAt(long timeNanos) {
    check();
    return reader.lsnAt(timeNanos);
  }

  @Override
  public long timeAt(long lsn) {
    check();
    return reader.timeAt(lsn);
  }

  @Override
  public List<Snapshot> snapshots() {
    check();
    return reader.snapshots();
  }

  @Override
  public List<Gap> gaps() {
    check();
    return reader.gaps();
  }

  @Override
  public List<ExtendedRecord> extendedRecords(long process, long object) {
    check();
    return reader.extendedRecords(process, object);
  }

  @Override
  public StoreStatistics statistics() {
    check();
    return reader.statistics();
  }

  /** The reader behind this one stays its owner's. */
  @Override
  public void close() {}
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.output;

import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.mysql.tail.SavedState;

/**
 * Sink that gives operations the time of the current record. Groups operations into units, each
 * with the position after its records. One thread.
 */
public final class UnitSink {
  /** Number of operations after which a unit ends before the next record. */
  private static final int TARGET_OPERATIONS = 2500;

  /**
   * Maximum number of operations in a unit. If a single record has more operations, they are split
   * into several units.
   */
  private static final int MAX_OPERATIONS = 4000;

  private final OperationSink sink;
  private final String source;
  private SavedState lastPosition;
  private boolean isOpen;
  private int operations;
  private long nowNanos;

  /**
   * @param source key of stored positions
   * @param lastPosition position at the start
   */
  public UnitSink(OperationSink sink, String source, SavedState lastPosition) {
    this.sink = sink;
    this.source = source;
    this.lastPosition = lastPosition;
  }

  public void setNow(long nanos) {
    nowNanos = nanos;
  }

  public long now() {
    return nowNanos;
  }

  public boolean hasEnough() {
    return operations >= TARGET_OPERATIONS;
  }

  public boolean isEmpty() {
    return operations == 0;
  }

  /**
   * Ends the unit with the position after its records.
   *
   * @param parts further state by name
   */
  public void end(SavedState position, Map<String, SavedState> parts) {
    if (operations + parts.size() > MAX_OPERATIONS) {
      end(lastPosition, Map.of()); // the parts must become durable together with their position
    }
    open();
    parts.forEach((name, part) -> sink.note(name, part.bytes(), part.idsAt()));
    sink.position(source, position.bytes(), position.idsAt());
    lastPosition = position;
    isOpen = false;
    operations = 0;
  }

  public void flush() {
    sink.flush();
  }

  private void open() {
    if (!isOpen) {
      sink.begin();
      isOpen = true;
    }
  }

  private void count(int more) {
    if (operations + more > MAX_OPERATIONS) {
      end(lastPosition, Map.of());
    }
    open();
    operations += more;
  }

  /** Declares a process by its name only. */
  public long process(Bytes name) {
    count(1);
    return sink.process(
        new ProcessDeclaration(Bytes.EMPTY, 0, name, List.of(), Bytes.EMPTY, nowNanos), nowNanos);
  }

  /** Declares a process that other reporters may also declare. */
  public long process(ProcessDeclaration declaration) {
    count(1);
    return sink.process(declaration, nowNanos);
  }

  public void link(LinkKind kind, long effect, long cause) {
    count(1);
    sink.link(kind, effect, cause, nowNanos);
  }

  public void exit(long process, int status) {
    count(1);
    sink.exit(process, status, nowNanos);
  }

  public void access(OperationKind kind, long process, long object) {
    count(1);
    sink.access(kind, Phase.WHOLE, process, object, 0, nowNanos);
  }

  /** Records an access that lasts until its process ends. */
  public void begin(OperationKind kind, long process, long object) {
    count(1);
    sink.access(kind, Phase.BEGIN, process, object, 0, nowNanos);
  }

  public void cut(long process, long object) {
    count(1);
    sink.cut(Phase.WHOLE, process, object, nowNanos);
  }

  public void extend(long process, long object, String type, Bytes data) {
    count(1);
    sink.extend(process, object, type, data, nowNanos);
  }

  public long object(ObjectDeclaration declaration) {
    count(1);
    return sink.object(declaration, nowNanos);
  }

  public long resolve(Bytes path) {
    return sink.resolve(path);
  }

  public long objectAt(Bytes path, ObjectDeclaration declaration) {
    count(3);
    return sink.objectAt(path, declaration, nowNanos);
  }

  public long file(Bytes path) {
    count(3);
    return sink.objectAt(path, ObjectKind.FILE, nowNanos);
  }

  public void bind(long process, Bytes path, long object) {
    count(2);
    sink.bind(process, path, object, nowNanos);
  }

  public void unbind(long process, Bytes path) {
    count(2);
    sink.unbind(process, path, nowNanos);
  }

  public void rename(long process, Bytes from, Bytes to) {
    count(5);
    sink.rename(process, from, to, nowNanos);
  }

  public void gap(GapCause cause, long lostCount) {
    gap(0, cause, lostCount);
  }

  /**
   * Records a loss.
   *
   * @param process affected process, 0 for any
   */
  public void gap(long process, GapCause cause, long lostCount) {
    count(1);
    sink.gap(process, cause, lostCount, nowNanos);
  }

  /** Counts rejected input. */
  public void refuse(String place, String problem) {
    sink.refuse(place, problem);
  }
}

package org.colophon.reporters.dsl.follow;

import java.util.function.LongSupplier;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Sink of a followed feed. Groups operations in units. A declaration without an identity gets the
 * identity of its line, so that a line keeps its meaning when it is read again after a restart.
 * Records nothing while lines are read again. One thread.
 */
final class UnitSink implements OperationSink {
  private final OperationSink sink;
  private final LongSupplier line;
  private String tag = "";
  private boolean isLookingUp;
  private boolean isOpen;

  /**
   * @param line returns the number of the current line
   */
  UnitSink(OperationSink sink, LongSupplier line) {
    this.sink = sink;
    this.line = line;
  }

  /** Sets the file whose lines follow. */
  void read(String fileTag, boolean isLookup) {
    tag = fileTag;
    isLookingUp = isLookup;
  }

  private Bytes identity() {
    return Identities.of("dsl-line", tag, Long.toString(line.getAsLong()));
  }

  private boolean isRecorded() {
    if (!isLookingUp && !isOpen) {
      begin();
    }
    return !isLookingUp;
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    boolean isKnown = !declaration.identity().isEmpty();
    return sink.process(isKnown ? declaration : identified(declaration), timeNanos);
  }

  private ProcessDeclaration identified(ProcessDeclaration declaration) {
    return new ProcessDeclaration(
        identity(),
        declaration.pid(),
        declaration.executable(),
        declaration.arguments(),
        declaration.directory(),
        declaration.startNanos());
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    return sink.object(identified(declaration), timeNanos);
  }

  private ObjectDeclaration identified(ObjectDeclaration declaration) {
    return declaration.identity().isEmpty()
        ? new ObjectDeclaration(declaration.kind(), identity(), declaration.label())
        : declaration;
  }

  @Override
  public long resolve(Bytes path) {
    return sink.resolve(path);
  }

  /**
   * Declares an object at a path. While lines are read again, looks up an object with an identity
   * without its path, because the path may now belong to another object.
   */
  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    boolean isShared = declaration.identity().isEmpty();
    return isRecorded() || isShared
        ? sink.objectAt(path, declaration, timeNanos)
        : sink.object(declaration, timeNanos);
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    if (isRecorded()) {
      sink.link(kind, effect, cause, timeNanos);
    }
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    if (isRecorded()) {
      sink.exit(process, status, timeNanos);
    }
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    if (isRecorded()) {
      sink.bind(process, path, object, timeNanos);
    }
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    if (isRecorded()) {
      sink.unbind(process, path, timeNanos);
    }
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    if (isRecorded()) {
      sink.rename(process, from, to, timeNanos);
    }
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    if (isRecorded()) {
      sink.exchange(process, one, other, timeNanos);
    }
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    if (isRecorded()) {
      sink.access(kind, phase, process, object, bytes, timeNanos);
    }
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    if (isRecorded()) {
      sink.cut(phase, process, object, timeNanos);
    }
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    if (isRecorded()) {
      sink.derive(effect, cause, process, timeNanos);
    }
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    if (isRecorded()) {
      sink.extend(process, object, type, data, timeNanos);
    }
  }

  @Override
  public void gap(long process, GapCause cause, long lost, long timeNanos) {
    if (isRecorded()) {
      sink.gap(process, cause, lost, timeNanos);
    }
  }

  @Override
  public void refuse(String place, String problem) {
    if (!isLookingUp) {
      sink.refuse(place, problem);
    }
  }

  @Override
  public void begin() {
    sink.begin();
    isOpen = true;
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    sink.note(source, position, idsAt);
  }

  /** Ends the unit, or records a unit with the position only. */
  @Override
  public void position(String source, Bytes position) {
    if (!isOpen) {
      sink.begin();
    }
    isOpen = false;
    sink.position(source, position);
  }

  @Override
  public long flush() {
    return sink.flush();
  }

  @Override
  public void awaitDurable(long lsn) {
    sink.awaitDurable(lsn);
  }
}

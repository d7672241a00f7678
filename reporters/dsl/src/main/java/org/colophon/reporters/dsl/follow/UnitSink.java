// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.follow;

import java.util.function.LongSupplier;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Sink of a followed feed. Groups operations in units. A declaration without an identity gets the
 * identity of its line, so that a line keeps its meaning when it is read again after a restart.
 * Records nothing while lines are read again. Feeds remove and move no names. One thread.
 */
final class UnitSink extends ForwardingSink {
  private final LongSupplier line;
  private String tag = "";
  private boolean isLookingUp;
  private boolean isOpen;

  /**
   * @param line returns the number of the current line
   */
  UnitSink(OperationSink sink, LongSupplier line) {
    super(sink);
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
  public void bind(long process, Bytes path, long object, long timeNanos) {
    if (isRecorded()) {
      sink.bind(process, path, object, timeNanos);
    }
  }

  @Override
  public void accept(Operation operation) {
    if (isRecorded()) {
      sink.accept(operation);
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

  /** Ends the unit, or records a unit with the position only. */
  @Override
  public void position(String source, Bytes position, int[] idsAt) {
    if (!isOpen) {
      sink.begin();
    }
    isOpen = false;
    sink.position(source, position, idsAt);
  }
}

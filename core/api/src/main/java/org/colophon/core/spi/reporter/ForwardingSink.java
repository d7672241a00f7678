// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.jspecify.annotations.Nullable;

/**
 * Sink that passes everything to another sink. A subclass overrides what it changes. It overrides
 * {@link #accept} to see operations of every type. It has the threads of the other sink.
 */
public abstract class ForwardingSink implements OperationSink {
  /** The sink that receives everything. */
  protected final OperationSink sink;

  /** Constructs a sink in front of another one. */
  protected ForwardingSink(OperationSink sink) {
    this.sink = sink;
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    return sink.process(declaration, timeNanos);
  }

  @Override
  public void describe(long process, ProcessDeclaration declaration, long timeNanos) {
    sink.describe(process, declaration, timeNanos);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    return sink.object(declaration, timeNanos);
  }

  @Override
  public long resolve(Bytes path) {
    return sink.resolve(path);
  }

  @Override
  public boolean isBound(Bytes path, long object) {
    return sink.isBound(path, object);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    return sink.objectAt(path, declaration, timeNanos);
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    sink.bind(process, path, object, timeNanos);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    sink.unbind(process, path, timeNanos);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    sink.rename(process, from, to, timeNanos);
  }

  @Override
  public void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    sink.renameBelow(process, from, to, timeNanos);
  }

  @Override
  public void keepOnlyName(Bytes path, long object, long timeNanos) {
    sink.keepOnlyName(path, object, timeNanos);
  }

  @Override
  public @Nullable FileDigest digestBefore(long object, FileState now) {
    return sink.digestBefore(object, now);
  }

  @Override
  public boolean hasIdentity(long object, Bytes identity) {
    return sink.hasIdentity(object, identity);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    sink.exchange(process, one, other, timeNanos);
  }

  @Override
  public void accept(Operation operation) {
    sink.accept(operation);
  }

  @Override
  public Operation operation() {
    return sink.operation();
  }

  @Override
  public void refuse(String place, String problem) {
    sink.refuse(place, problem);
  }

  @Override
  public void begin() {
    sink.begin();
  }

  @Override
  public void position(String source, Bytes position, int[] idsAt) {
    sink.position(source, position, idsAt);
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    sink.note(source, position, idsAt);
  }

  @Override
  public void endUnit(TransactionStep step, String transaction) {
    sink.endUnit(step, transaction);
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

// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.sink;

import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * A sink that counts operations and passes them to an open tap. One thread. Counters are updated
 * every few hundred operations and at each flush.
 */
public class CountingSink extends ForwardingSink {
  private static final int STEP = 256;

  private final String reporter;
  private final SinkCounters counters;
  private final OperationTap tap;
  private int count;

  public CountingSink(
      OperationSink sink, String reporter, SinkCounters counters, OperationTap tap) {
    super(sink);
    this.reporter = reporter;
    this.counters = counters;
    this.tap = tap;
  }

  public String reporter() {
    return reporter;
  }

  private void count(String kind, long process, long other) {
    count(kind, process, other, 0);
  }

  /**
   * Counts an operation.
   *
   * @param kind name or enum constant of the operation's kind
   */
  private void count(Object kind, long process, long other, long bytes) {
    if (++count == STEP) {
      publishCount();
    }
    if (tap.isOpen()) {
      tap.offer(reporter, kind.toString().toLowerCase(Locale.ROOT), process, other, bytes);
    }
  }

  private void publishCount() {
    counters.addOperations(count);
    count = 0;
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    long id = sink.process(declaration, timeNanos);
    count("process", id, 0);
    return id;
  }

  @Override
  public void describe(long process, ProcessDeclaration declaration, long timeNanos) {
    sink.describe(process, declaration, timeNanos);
    count("process", process, 0);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    long id = sink.object(declaration, timeNanos);
    count("object", 0, id);
    return id;
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    long id = sink.objectAt(path, declaration, timeNanos);
    count("object", 0, id);
    return id;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    sink.bind(process, path, object, timeNanos);
    count("bind", process, object);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    sink.unbind(process, path, timeNanos);
    count("unbind", process, 0);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    sink.rename(process, from, to, timeNanos);
    count("rename", process, 0);
  }

  @Override
  public void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    sink.renameBelow(process, from, to, timeNanos);
    count("rename", process, 0);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    sink.exchange(process, one, other, timeNanos);
    count("exchange", process, 0);
  }

  /** Reads the operation before the other sink, which may change it. */
  @Override
  public void accept(Operation operation) {
    Enum<?> word = operation.kind();
    if (!(word instanceof OperationKind || word instanceof LinkKind)) {
      word = operation.type();
    }
    long process = operation.process();
    boolean isLink = operation.type() == Operation.Type.LINK;
    long other = isLink ? operation.cause() : operation.object();
    long bytes = operation.isAccess() ? operation.amount() : 0;
    sink.accept(operation);
    count(word, process, other, bytes);
  }

  @Override
  public void refuse(String place, String problem) {
    sink.refuse(place, problem);
    counters.addRefused();
  }

  @Override
  public long flush() {
    long lsn = sink.flush();
    publishCount();
    counters.published(lsn);
    return lsn;
  }
}

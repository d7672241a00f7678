package org.colophon.service.sink;

import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * A sink that counts operations and passes them to an open tap. One thread. Counters are updated
 * every few hundred operations and at each flush.
 */
public class CountingSink implements OperationSink {
  private static final int STEP = 256;

  private final OperationSink sink;
  private final String reporter;
  private final SinkCounters counters;
  private final OperationTap tap;
  private int count;

  public CountingSink(
      OperationSink sink, String reporter, SinkCounters counters, OperationTap tap) {
    this.sink = sink;
    this.reporter = reporter;
    this.counters = counters;
    this.tap = tap;
  }

  public String reporter() {
    return reporter;
  }

  private void seen(String kind, long process, long other) {
    seen(kind, process, other, 0);
  }

  /**
   * Counts an operation.
   *
   * @param kind name or enum constant of the operation's kind
   */
  private void seen(Object kind, long process, long other, long bytes) {
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
    seen("process", id, 0);
    return id;
  }

  @Override
  public void describe(long process, ProcessDeclaration declaration, long timeNanos) {
    sink.describe(process, declaration, timeNanos);
    seen("process", process, 0);
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    sink.link(kind, effect, cause, timeNanos);
    seen(kind, effect, cause, 0);
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    sink.exit(process, status, timeNanos);
    seen("exit", process, 0);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    long id = sink.object(declaration, timeNanos);
    seen("object", 0, id);
    return id;
  }

  @Override
  public long resolve(Bytes path) {
    return sink.resolve(path);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    long id = sink.objectAt(path, declaration, timeNanos);
    seen("object", 0, id);
    return id;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    sink.bind(process, path, object, timeNanos);
    seen("bind", process, object);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    sink.unbind(process, path, timeNanos);
    seen("unbind", process, 0);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    sink.rename(process, from, to, timeNanos);
    seen("rename", process, 0);
  }

  @Override
  public void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    sink.renameBelow(process, from, to, timeNanos);
    seen("rename", process, 0);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    sink.exchange(process, one, other, timeNanos);
    seen("exchange", process, 0);
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    sink.access(kind, phase, process, object, bytes, timeNanos);
    seen(kind, process, object, bytes);
  }

  @Override
  public void endRepeated(
      OperationKind kind, long process, long object, long count, long bytes, long timeNanos) {
    sink.endRepeated(kind, process, object, count, bytes, timeNanos);
    seen(kind, process, object, bytes);
  }

  @Override
  public void accessOnce(
      OperationKind kind, long process, long object, long bytes, long timeNanos) {
    sink.accessOnce(kind, process, object, bytes, timeNanos);
    seen(kind, process, object, bytes);
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    sink.cut(phase, process, object, timeNanos);
    seen("cut", process, object);
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    sink.derive(effect, cause, process, timeNanos);
    seen("derive", process, effect);
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    sink.extend(process, object, type, data, timeNanos);
    seen("extended", process, object);
  }

  @Override
  public void extend(
      long process, long object, String type, Bytes data, int[] idsAt, long timeNanos) {
    sink.extend(process, object, type, data, idsAt, timeNanos);
    seen("extended", process, object);
  }

  @Override
  public void gap(long process, GapCause cause, long lost, long timeNanos) {
    sink.gap(process, cause, lost, timeNanos);
    seen("gap", process, 0);
  }

  @Override
  public void refuse(String place, String problem) {
    sink.refuse(place, problem);
    counters.addRefused();
  }

  @Override
  public void begin() {
    sink.begin();
  }

  @Override
  public void position(String source, Bytes position) {
    sink.position(source, position);
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
  public long flush() {
    long lsn = sink.flush();
    publishCount();
    counters.published(lsn);
    return lsn;
  }

  @Override
  public void awaitDurable(long lsn) {
    sink.awaitDurable(lsn);
  }
}

package org.colophon.benchmarks.workload;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Minimal sink between a workload and a peer. Assigns ids in order of first use, and LSNs in order
 * of calls. Maps paths to objects, and passes each operation on as a record. Rejects kinds of
 * operations that no workload reports. One thread.
 */
public final class RecordingSink implements OperationSink {
  private final RecordConsumer consumer;
  private final Map<Bytes, Long> objectByPath = new HashMap<>();
  private long processes;
  private long objects;
  private long lsn;

  public RecordingSink(RecordConsumer consumer) {
    this.consumer = consumer;
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    consumer.process(lsn, ++processes, declaration, timeNanos);
    return processes;
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    consumer.exit(++lsn, process, status, timeNanos);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    consumer.object(lsn, ++objects, declaration, timeNanos);
    return objects;
  }

  @Override
  public long resolve(Bytes path) {
    return objectByPath.getOrDefault(path, 0L);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    long known = resolve(path);
    if (known != 0) {
      return known;
    }
    long created = object(declaration, timeNanos);
    bind(0, path, created, timeNanos);
    return created;
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    objectByPath.put(path, object);
    consumer.bind(lsn, process, path, object, timeNanos);
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    consumer.operation(++lsn, process, object, kind, bytes, timeNanos);
  }

  @Override
  public void begin() {
    throw unused("begin");
  }

  @Override
  public void position(String source, Bytes position) {
    throw unused("position");
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    throw unused("note");
  }

  @Override
  public long flush() {
    return lsn;
  }

  @Override
  public void awaitDurable(long durableLsn) {
    throw unused("awaitDurable");
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    throw unused("link");
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    throw unused("unbind");
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    throw unused("rename");
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    throw unused("exchange");
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    throw unused("cut");
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    throw unused("derive");
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    throw unused("extend");
  }

  @Override
  public void gap(long process, GapCause cause, long count, long timeNanos) {
    throw unused("gap");
  }

  @Override
  public void refuse(String place, String problem) {
    throw unused("refuse");
  }

  private static ColophonException unused(String what) {
    return ErrorCode.BAD_REQUEST.exception(
        "peers cannot store '" + what + "', which no benchmark workload reports");
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Minimal sink between a workload and a peer. Assigns ids in order of first use, and LSNs in order
 * of calls. Maps paths to objects, and passes each operation on as a record. Rejects kinds of
 * operations that no workload reports. One thread.
 */
public final class PeerSink extends ForwardingSink {
  private final RecordConsumer consumer;
  private final Operation operation = new Operation();
  private final Map<Bytes, Long> objectByPath = new HashMap<>();
  private long processes;
  private long objects;
  private long lsn;

  public PeerSink(RecordConsumer consumer) {
    super(unused());
    this.consumer = consumer;
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    consumer.process(lsn, ++processes, declaration, timeNanos);
    return processes;
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
  public void accept(Operation operation) {
    long process = operation.process();
    long time = operation.timeNanos();
    switch (operation.type()) {
      case ACCESS, END_REPEATED ->
          consumer.operation(
              ++lsn, process, operation.object(), operation.accessKind(), operation.amount(), time);
      case EXIT -> consumer.exit(++lsn, process, (int) operation.amount(), time);
      default -> throw unused(operation.type().name());
    }
  }

  @Override
  public Operation operation() {
    return operation;
  }

  @Override
  public long flush() {
    return lsn;
  }

  /** Returns a sink that rejects every call. */
  private static OperationSink unused() {
    return (OperationSink)
        Proxy.newProxyInstance(
            OperationSink.class.getClassLoader(),
            new Class<?>[] {OperationSink.class},
            (proxy, method, arguments) -> {
              throw unused(method.getName());
            });
  }

  private static ColophonException unused(String what) {
    return ErrorCode.BAD_REQUEST.exception(
        "peers cannot store '" + what + "', which no benchmark workload reports");
  }
}

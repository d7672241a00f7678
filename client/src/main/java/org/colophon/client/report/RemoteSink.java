// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.function.Function;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.protocol.SourceName;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.TransactionStep;
import org.jspecify.annotations.Nullable;

/**
 * A sink whose operations go to a service.
 *
 * <ol>
 *   <li>A call queues its operation and returns; a thread of the sink sends batches. Callers wait
 *       while the queue is full.
 *   <li>Operations are kept until the service acknowledges them, and sent again when the connection
 *       or the service ends. The service records each operation once.
 *   <li>{@link #awaitDurable} waits until the service has them on disk.
 *   <li>{@link #close} sends the queued operations and ends the thread.
 * </ol>
 *
 * <p>Ids belong to this sink. {@link #flush} returns the number of operations instead of an LSN. A
 * refused operation is logged and followed by a gap, so that lineage is reported as incomplete.
 * Every call throws after the service was unreachable for longer than {@link
 * RemoteSinkBuilder#patience}, or after another program reported under this name. With {@link
 * RemoteSinkBuilder#restInto}, a file takes the rest in the first case.
 *
 * <p>A unit is sent and recorded as a whole. It has at most 4,096 operations, twice as many
 * operations and positions together, and 8 MiB of names, data and positions. A rename counts as
 * five operations, an exchange as three, other changes of names and objects as two.
 *
 * <p>A step of a transaction waits for the service, and throws its refusal. A file takes no
 * transactions: then a step throws, and its unit is lost.
 *
 * <p>Any thread; operations keep the order of the calls. All threads that use a sink share its
 * unit; a thread with units of its own uses {@link #another}.
 */
public final class RemoteSink implements OperationSink, AutoCloseable {
  private final OperationQueue queue;
  private final Declarations declarations;
  private final SourcePositions positions;
  private final OpenUnit unit;
  private final Thread sender;
  private volatile boolean isClosed;

  /** Starts the sending thread. */
  RemoteSink(OperationQueue queue, Function<SourcePositions, Runnable> sending) {
    this.queue = queue;
    this.declarations = new Declarations(queue);
    this.positions = new SourcePositions(queue);
    this.unit = new OpenUnit(queue.size());
    this.sender = new Thread(sending.apply(positions), "colophon-remote");
    sender.setDaemon(true);
    sender.start();
  }

  /** Constructs a sink that shares everything with another except the unit. */
  private RemoteSink(RemoteSink first) {
    this.queue = first.queue;
    this.declarations = first.declarations;
    this.positions = first.positions;
    this.unit = new OpenUnit(queue.size());
    this.sender = first.sender;
  }

  /**
   * Creates a sink with the same connection and ids, for a thread with units of its own. Closing
   * this sink also closes the new one.
   */
  public OperationSink another() {
    return new RemoteSink(this);
  }

  /**
   * Prepares a sink that reports to a service.
   *
   * @param service the connection, which only the sink uses and closes
   * @param source this program's name at the service
   */
  public static RemoteSinkBuilder to(ServiceConnection service, String source) {
    return new RemoteSinkBuilder(service, source);
  }

  /**
   * Returns a sink that appends lines of the service's format to a file, for a later report. Ids in
   * the lines are this sink's. It finds no paths and no positions, and does not support units.
   *
   * @param file an open file, which the caller closes after the sink
   */
  public static RemoteSink into(FileChannel file) {
    OperationQueue queue = RemoteSinkBuilder.queue();
    return new RemoteSink(queue, positions -> new LineFile(file, queue));
  }

  // --- operations; each is filled under the queue's monitor ---

  @Override
  public void accept(Operation operation) {
    boolean isExtended = operation.type() == Operation.Type.EXTENDED;
    int weight = isExtended ? operation.data().length() : 0;
    weight += operation.dataType() == null ? 0 : operation.dataType().length();
    synchronized (queue) {
      queue.next(unit, call(operation.type()), weight, operation.timeNanos()).set(operation);
    }
  }

  private static Call call(Operation.Type type) {
    return switch (type) {
      case ACCESS, END_REPEATED -> Call.ACCESS;
      case LINK -> Call.LINK;
      case EXIT -> Call.EXIT;
      case CUT -> Call.CUT;
      case DERIVE -> Call.DERIVE;
      case EXTENDED -> Call.EXTENDED;
      case GAP -> Call.GAP;
      case SNAPSHOT -> Call.SNAPSHOT;
    };
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    synchronized (queue) {
      return declarations.process(unit, declaration, timeNanos);
    }
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    synchronized (queue) {
      return declarations.object(unit, declaration, timeNanos);
    }
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    synchronized (queue) {
      return declarations.objectAt(unit, PathBytes.normal(path), declaration, timeNanos);
    }
  }

  /**
   * Looks up the path in the open unit first. If it is not there, asks the service and waits for
   * the answer.
   */
  @Override
  public long resolve(Bytes path) {
    NamesInUnit.Found found;
    long id = 0;
    synchronized (queue) {
      found = NamesInUnit.find(unit.operations(), PathBytes.normal(path));
      if (found.before() != null) {
        id = declarations.resolve(found.before());
      }
    }
    if (id == 0) {
      return found.object();
    }
    awaitDurable(queue.flush());
    synchronized (queue) {
      long object = queue.ids().global(id);
      boolean isMoved = object == 0 && found.isRenamed(); // the object exists, its id is unknown
      return isMoved ? objectAt(path, ObjectKind.OTHER, 0) : object;
    }
  }

  @Override
  public boolean isBound(Bytes path, long object) {
    long bound = resolve(path);
    synchronized (queue) {
      return bound != 0 && queue.ids().global(bound) == queue.ids().global(object);
    }
  }

  /** Knows only identities that this sink has declared. */
  @Override
  public boolean hasIdentity(long object, Bytes identity) {
    synchronized (queue) {
      return declarations.hasIdentity(object, identity);
    }
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    name(Call.BIND, process, path, null, object, timeNanos);
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    name(Call.UNBIND, process, path, null, 0, timeNanos);
  }

  @Override
  public void keepOnlyName(Bytes path, long object, long timeNanos) {
    name(Call.ONLY_NAME, 0, path, null, object, timeNanos);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    name(Call.RENAME, process, from, to, 0, timeNanos);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    name(Call.EXCHANGE, process, one, other, 0, timeNanos);
  }

  private void name(
      Call call, long process, Bytes from, @Nullable Bytes to, long object, long timeNanos) {
    Bytes path = PathBytes.normal(from);
    Bytes toPath = to == null ? null : PathBytes.normal(to);
    int weight = path.length() + (toPath == null ? 0 : toPath.length());
    synchronized (queue) {
      RemoteOperation slot =
          queue.next(unit, call, weight, timeNanos).set(null, process, object, 0, 0);
      slot.path = path;
      slot.to = toPath;
    }
  }

  /**
   * Queues the refused input immediately, even within a unit, because it is independent of the
   * unit.
   */
  @Override
  public void refuse(String place, String problem) {
    synchronized (queue) {
      RemoteOperation slot = queue.next(Call.REFUSE, place.length() + problem.length(), 0);
      slot.text = place;
      slot.payload = problem;
    }
  }

  // --- units ---

  @Override
  public void begin() {
    synchronized (queue) {
      unit.begin();
    }
  }

  /** Requires {@link #begin}, because operations outside of a unit may have been sent already. */
  @Override
  public void position(String source, Bytes position, int[] idsAt) {
    synchronized (queue) {
      positions.end(unit, source, position, idsAt);
    }
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    synchronized (queue) {
      positions.keep(unit, Call.NOTE, source, position, idsAt);
    }
  }

  /** Waits until the service has taken the step, or throws its refusal. */
  @Override
  public void endUnit(TransactionStep step, String transaction) {
    long number;
    Map<String, Bytes> moved;
    synchronized (queue) {
      try {
        PreparedTransaction.checked(transaction);
        moved = unit.moved();
        step(Call.of(step), transaction);
        number = queue.flush();
      } finally {
        unit.drop();
      }
    }
    queue.awaitStep(number);
    synchronized (queue) {
      positions.moved(moved);
    }
  }

  private void step(Call call, String transaction) {
    if (unit.isOpen()) {
      unit.next(call, RemoteOperation.FIXED_WEIGHT + transaction.length()).text = transaction;
      queue.append(unit);
    } else if (call == Call.PREPARE) {
      throw ErrorCode.BAD_REQUEST.exception("no unit is open: begin one first");
    } else {
      queue.next(call, transaction.length(), 0).text = transaction;
    }
  }

  /**
   * Returns the position of a source. May wait for the service. From then on, this sink owns the
   * source: the service refuses units of other programs that set its position.
   */
  public Bytes positionOf(String source) {
    return positions.of(source);
  }

  @Override
  public long flush() {
    synchronized (queue) {
      if (unit.isOpen()) {
        throw ErrorCode.BAD_REQUEST.exception(
            "a unit is open: end it with a position before the flush");
      }
      return queue.flush();
    }
  }

  @Override
  public void awaitDurable(long count) {
    queue.awaitAcknowledged(count);
  }

  /** Returns the number of operations that the service has refused. Gaps represent them. */
  public long refused() {
    return queue.refused();
  }

  /**
   * Waits until all operations outside open units are on the service's disk, and ends the thread. A
   * second call does nothing. If the source is a run ({@link SourceName#RUN_PREFIX}), the service
   * deletes it.
   */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      awaitDurable(queue.flush());
    } finally {
      queue.close();
      join();
    }
    queue.requireEmpty(); // a gap may have been queued meanwhile
  }

  private void join() {
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

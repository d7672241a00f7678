package org.colophon.service.client.report;

import java.util.HashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PositionLimits;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.report.RemoteOperation.Call;
import org.colophon.service.protocol.SourceName;

/**
 * A sink whose operations go to a service.
 *
 * <ol>
 *   <li>A call queues its operation and returns; a thread of the sink sends batches. Callers wait
 *       while the queue is full.
 *   <li>Operations are kept until the service acknowledges them, and sent again when the connection
 *       or the service ends. The service records each operation once.
 *   <li>{@link #awaitDurable} waits until the service has them on disk.
 *   <li>{@link #close} sends what is queued, and ends.
 * </ol>
 *
 * <p>Ids belong to this sink. For an LSN, {@link #flush} returns the number of operations. A
 * refused operation is logged and followed by a gap, so that lineage is reported as incomplete.
 * Every call throws once the service was away longer than the patience, or another program reports
 * under this name.
 *
 * <p>A unit is sent and recorded as a whole. It has at most 4,096 operations, twice as many
 * operations and positions together, and 8 MiB of names, data and positions. A rename counts as
 * five operations, an exchange as three, other changes of names and objects as two.
 *
 * <p>Any thread; operations keep the order of the calls. All threads that use a sink share its
 * unit; a thread with units of its own uses {@link #another}.
 */
public final class RemoteSink implements OperationSink, AutoCloseable {
  private static final int FIXED_WEIGHT = 64;

  private static final int[] NO_IDS = {};

  /** The service stores the claim of a position under a longer name than the source's. */
  private static final int MAX_SOURCE_CHARACTERS = 250;

  private final OperationQueue queue;
  private final RecentIds processes;
  private final RecentIds objects;

  /** Latest known positions by source. */
  private final Map<String, Bytes> positions;

  private final OpenUnit unit;
  private final Thread sender;
  private volatile boolean isClosed;

  /** Starts the thread that sends. */
  RemoteSink(ServiceConnection service, RemoteSinkOptions options, OperationQueue queue) {
    this.queue = queue;
    this.processes = new RecentIds();
    this.objects = new RecentIds();
    this.positions = new HashMap<>();
    this.unit = new OpenUnit(queue.size());
    this.sender = new Thread(new Sender(service, options, queue, positions), "colophon-remote");
    sender.setDaemon(true);
    sender.start();
  }

  /** Shares everything but the unit. */
  private RemoteSink(RemoteSink first) {
    this.queue = first.queue;
    this.processes = first.processes;
    this.objects = first.objects;
    this.positions = first.positions;
    this.unit = new OpenUnit(queue.size());
    this.sender = first.sender;
  }

  /**
   * Creates a sink over the same connection, for a thread with units of its own. They share ids.
   * Closing this sink ends the other.
   */
  public OperationSink another() {
    return new RemoteSink(this);
  }

  /**
   * Prepares a sink that reports to a service.
   *
   * @param service used only by the sink from then on, and closed with it
   * @param source the service's name for this program
   */
  public static RemoteSinkBuilder to(ServiceConnection service, String source) {
    return new RemoteSinkBuilder(service, source);
  }

  // --- operations; each is filled under the queue's monitor ---

  /** Returns a slot for an operation, in the unit if one is open. */
  private RemoteOperation slot(Call call, int weight, long timeNanos) {
    int whole = FIXED_WEIGHT + weight;
    RemoteOperation slot = unit.isOpen() ? unit.next(call, whole) : queue.next(whole);
    return slot.begin(call, timeNanos);
  }

  /** Queues an operation without names and data. */
  private void put(
      Call call,
      Enum<?> kind,
      Phase phase,
      long process,
      long object,
      long cause,
      long amount,
      long timeNanos) {
    synchronized (queue) {
      slot(call, 0, timeNanos).set(kind, process, object, cause, amount).phase = phase;
    }
  }

  /**
   * Queues a declaration unless its identity is known. With an identity it goes ahead of an open
   * unit, since others may use it at once.
   */
  private long declare(
      RecentIds known, Call call, Bytes identity, Object declaration, int weight, long timeNanos) {
    synchronized (queue) {
      if (identity.isEmpty()) {
        return declare(slot(call, weight, timeNanos), null, declaration);
      }
      Long before = known.get(identity);
      if (before != null) {
        return before;
      }
      RemoteOperation slot = queue.next(FIXED_WEIGHT + weight).begin(call, timeNanos);
      long id = declare(slot, null, declaration);
      known.put(identity, id);
      return id;
    }
  }

  private long declare(RemoteOperation slot, Bytes path, Object declaration) {
    slot.path = path;
    slot.payload = declaration;
    slot.declared = queue.ids().next();
    return slot.declared;
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    int arguments = declaration.arguments().stream().mapToInt(Bytes::length).sum();
    int weight = identity.length() + declaration.executable().length() + arguments;
    return declare(processes, Call.PROCESS, identity, declaration, weight, timeNanos);
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    return declare(objects, Call.OBJECT, identity, declaration, weight(declaration), timeNanos);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    synchronized (queue) {
      int weight = path.length() + weight(declaration);
      return declare(slot(Call.OBJECT, weight, timeNanos), path, declaration);
    }
  }

  private static int weight(ObjectDeclaration declaration) {
    return declaration.identity().length() + declaration.label().length();
  }

  /** Considers the unit's own changes of names, then waits for the service's answer. */
  @Override
  public long resolve(Bytes path) {
    NamesInUnit.Found found;
    long id = 0;
    synchronized (queue) {
      found = NamesInUnit.find(unit.operations(), path);
      if (found.before() != null) {
        RemoteOperation slot = queue.next(FIXED_WEIGHT + path.length()).begin(Call.RESOLVE, 0);
        id = declare(slot, found.before(), null);
      }
    }
    if (id == 0) {
      return found.object();
    }
    awaitDurable(queue.flush());
    synchronized (queue) {
      long object = queue.ids().global(id);
      boolean isMoved = object == 0 && found.isRenamed(); // so an object exists, still unknown
      return isMoved ? objectAt(path, ObjectKind.OTHER, 0) : object;
    }
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    put(Call.LINK, kind, null, effect, 0, cause, 0, timeNanos);
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    put(Call.EXIT, null, null, process, 0, 0, status, timeNanos);
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
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    name(Call.RENAME, process, from, to, 0, timeNanos);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    name(Call.EXCHANGE, process, one, other, 0, timeNanos);
  }

  private void name(
      Call call, long process, Bytes path, Bytes toPath, long object, long timeNanos) {
    int weight = path.length() + (toPath == null ? 0 : toPath.length());
    synchronized (queue) {
      RemoteOperation slot = slot(call, weight, timeNanos).set(null, process, object, 0, 0);
      slot.path = path;
      slot.to = toPath;
    }
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    put(Call.ACCESS, kind, phase, process, object, 0, bytes, timeNanos);
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    put(Call.CUT, null, phase, process, object, 0, 0, timeNanos);
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    put(Call.DERIVE, null, null, process, effect, cause, 0, timeNanos);
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    int weight = type.length() + data.length();
    synchronized (queue) {
      RemoteOperation slot =
          slot(Call.EXTENDED, weight, timeNanos).set(null, process, object, 0, 0);
      slot.text = type;
      slot.payload = data;
    }
  }

  @Override
  public void gap(long process, GapCause cause, long count, long timeNanos) {
    put(Call.GAP, cause, null, process, 0, 0, count, timeNanos);
  }

  /** Queued at once, even in a unit, on which such input does not depend. */
  @Override
  public void refuse(String place, String problem) {
    synchronized (queue) {
      RemoteOperation slot = queue.next(FIXED_WEIGHT + place.length() + problem.length());
      slot.begin(Call.REFUSE, 0);
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

  /** Requires {@link #begin}, since earlier operations may be sent already. */
  @Override
  public void position(String source, Bytes position) {
    position(source, position, NO_IDS);
  }

  @Override
  public void position(String source, Bytes position, int[] idsAt) {
    synchronized (queue) {
      try {
        keep(Call.POSITION, source, position, idsAt);
        Map<String, Bytes> moved = unit.moved();
        queue.append(unit);
        positions.putAll(moved);
      } finally {
        unit.drop(); // a unit that is still open was refused
      }
    }
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    synchronized (queue) {
      keep(Call.NOTE, source, position, idsAt);
    }
  }

  private void keep(Call call, String source, Bytes position, int[] idsAt) {
    if (!unit.isOpen()) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, "no unit is open: begin one first");
    }
    check(source, position);
    int weight = FIXED_WEIGHT + source.length() + position.length();
    unit.position(call, source, position, weight).idsAt = idsAt;
  }

  /** Throws if the service would reject a position. */
  private static void check(String source, Bytes position) {
    PositionLimits.check(source, position);
    if (source.length() > MAX_SOURCE_CHARACTERS) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT,
          "a service takes a source's name of up to %d characters, not %d"
              .formatted(MAX_SOURCE_CHARACTERS, source.length()));
    }
  }

  /**
   * Returns the position of a source, which may wait for the service. From then on the source
   * belongs to this sink: the service refuses units of other programs that move it.
   */
  public Bytes positionOf(String source) {
    check(source, Bytes.EMPTY);
    synchronized (queue) {
      Bytes known = positions.get(source);
      if (known != null) {
        return known;
      }
      queue.next(FIXED_WEIGHT + source.length()).begin(Call.WHERE, 0).text = source;
    }
    awaitDurable(queue.flush());
    synchronized (queue) {
      Bytes learned = positions.get(source);
      if (learned == null) {
        throw new ColophonException(
            ErrorCode.BAD_INPUT,
            "the service keeps no position of '%s'".formatted(Bytes.of(source).display()));
      }
      return learned;
    }
  }

  @Override
  public long flush() {
    synchronized (queue) {
      if (unit.isOpen()) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, "a unit is open: end it with a position");
      }
      return queue.flush();
    }
  }

  @Override
  public void awaitDurable(long count) {
    queue.awaitAcknowledged(count);
  }

  /** Number of operations of this sink that are on the service's disk. */
  public long acknowledged() {
    return queue.acknowledged();
  }

  /** Number of operations that the service refused so far, each covered by a gap. */
  public long refused() {
    return queue.refused();
  }

  /**
   * Waits until everything but open units is on the service's disk, and ends; a second call does
   * nothing. The service forgets a source that is a run ({@link SourceName#RUN_PREFIX}).
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
    queue.requireEmpty(); // a gap may follow the last awaited operation
  }

  private void join() {
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

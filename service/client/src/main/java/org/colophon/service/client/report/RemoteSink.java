package org.colophon.service.client.report;

import java.util.Map;
import java.util.function.Consumer;
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
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.report.RemoteOperation.Call;
import org.colophon.service.protocol.SourceName;

/**
 * A sink whose operations go to a service.
 *
 * <ol>
 *   <li>A call queues its operation and returns; a thread of the sink's own sends batches. A full
 *       queue makes the caller wait, which bounds the memory.
 *   <li>What is not acknowledged is kept and sent again when the connection or the service ended,
 *       even by {@code kill -9}. The service takes every operation once.
 *   <li>{@link #awaitDurable} waits for the service's acknowledgement, which says: on its disk.
 *   <li>{@link #close} hands over what is queued, and ends.
 * </ol>
 *
 * <p>Ids are the sink's own until the service has given its; either kind may be used in any call of
 * this sink, but of no other. For an LSN, {@link #flush} returns how many operations there were.
 * The service refuses an operation that it cannot take, counts it and tells why; that is logged
 * here, and a gap follows it, so that lineage says incomplete. When it stays away longer than the
 * patience, or another program reports in this one's name, every call throws.
 *
 * <p>Units are kept aside until they end, sent whole, and recorded whole or not at all. A unit has
 * at most 4,096 operations (a rename counts as five, an exchange as three, other changes of names
 * and objects as two), twice as many operations and positions together, and 8 MiB of names, data
 * and positions.
 *
 * <p>Any thread; operations go in the order of the calls. A unit is of all threads that use the
 * sink: for one that has units of its own there is {@link #another}.
 */
public final class RemoteSink implements OperationSink, AutoCloseable {
  private static final int FIXED_WEIGHT = 64;

  private static final int[] NO_IDS = {};

  private final OperationQueue queue;
  private final RememberedIds known;
  private final KnownPositions positions;
  private final OpenUnit unit;
  private final Thread sender;
  private volatile boolean isClosed;

  /** Starts the thread that sends. */
  RemoteSink(ServiceConnection service, RemoteSinkOptions options, OperationQueue queue) {
    this.queue = queue;
    this.known = new RememberedIds();
    this.positions = new KnownPositions();
    this.unit = new OpenUnit(queue.size());
    this.sender = new Thread(new Sender(service, options, queue, positions), "colophon-remote");
    sender.setDaemon(true);
    sender.start();
  }

  /** Shares all but the unit. */
  private RemoteSink(RemoteSink first) {
    this.queue = first.queue;
    this.known = first.known;
    this.positions = first.positions;
    this.unit = new OpenUnit(queue.size());
    this.sender = first.sender;
  }

  /**
   * Another sink over the same connection, for a thread that has units of its own. What one of them
   * declares the others may refer to. Closing this one ends it.
   */
  public OperationSink another() {
    return new RemoteSink(this);
  }

  /**
   * Makes sinks that report to a service.
   *
   * @param service used by the sink alone from then on, and closed with it
   * @param source what the service calls this program
   */
  public static RemoteSinkBuilder to(ServiceConnection service, String source) {
    return new RemoteSinkBuilder(service, source);
  }

  // --- handing over: everything below happens under the queue's lock ---

  /** A slot for an operation: of the unit, if one is open. */
  private RemoteOperation slot(Call call, int weight, long timeNanos) {
    int whole = FIXED_WEIGHT + weight;
    RemoteOperation slot = unit.isOpen() ? unit.next(call, whole) : queue.next(whole);
    return slot.begin(call, timeNanos);
  }

  /** Queues an operation that declares nothing. */
  private void put(Call call, long timeNanos, int weight, Consumer<RemoteOperation> fill) {
    queue.lock();
    try {
      fill.accept(slot(call, weight, timeNanos));
    } finally {
      queue.unlock();
    }
  }

  /** Queues an operation that declares something; returns its id. */
  private long declare(Call call, Bytes path, Object declaration, int weight, long timeNanos) {
    return declare(slot(call, weight, timeNanos), path, declaration);
  }

  /** What has an identity is declared ahead of an open unit, since others may use it at once. */
  private long declareShared(
      Call call, Bytes identity, Object declaration, int weight, long timeNanos) {
    if (identity.isEmpty()) {
      return declare(call, null, declaration, weight, timeNanos);
    }
    RemoteOperation slot = queue.next(FIXED_WEIGHT + weight).begin(call, timeNanos);
    return declare(slot, null, declaration);
  }

  private long declare(RemoteOperation slot, Bytes path, Object declaration) {
    slot.path = path;
    slot.payload = declaration;
    slot.declared = queue.ids().next();
    return slot.declared;
  }

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    queue.lock();
    try {
      Long before = known.process(declaration.identity());
      if (before != null) {
        return before;
      }
      long id =
          declareShared(
              Call.PROCESS, declaration.identity(), declaration, Weight.of(declaration), timeNanos);
      known.addProcess(declaration.identity(), id);
      return id;
    } finally {
      queue.unlock();
    }
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    queue.lock();
    try {
      Long before = known.object(declaration.identity());
      if (before != null) {
        return before;
      }
      long id =
          declareShared(
              Call.OBJECT, declaration.identity(), declaration, Weight.of(declaration), timeNanos);
      known.addObject(declaration.identity(), id);
      return id;
    } finally {
      queue.unlock();
    }
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    queue.lock();
    try {
      int weight = path.length() + Weight.of(declaration);
      return declare(Call.OBJECT, path, declaration, weight, timeNanos);
    } finally {
      queue.unlock();
    }
  }

  /**
   * Waits for the service's answer, and for that to everything before. In a unit its own changes of
   * names come first.
   */
  @Override
  public long resolve(Bytes path) {
    NamesInUnit.Found found;
    long id = 0;
    queue.lock();
    try {
      found = NamesInUnit.find(unit.operations(), path);
      if (found.before() != null) {
        RemoteOperation slot = queue.next(FIXED_WEIGHT + path.length()).begin(Call.RESOLVE, 0);
        id = declare(slot, found.before(), null);
      }
    } finally {
      queue.unlock();
    }
    if (id == 0) {
      return found.object();
    }
    awaitDurable(queue.flush());
    queue.lock();
    try {
      long object = queue.ids().global(id);
      boolean isMoved = object == 0 && found.isRenamed();
      // Whoever moves a name of which nothing is known moves something all the same.
      return isMoved ? objectAt(path, ObjectKind.OTHER, 0) : object;
    } finally {
      queue.unlock();
    }
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    put(
        Call.LINK,
        timeNanos,
        0,
        slot -> {
          slot.kind = kind;
          slot.process = effect;
          slot.cause = cause;
        });
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    put(
        Call.EXIT,
        timeNanos,
        0,
        slot -> {
          slot.process = process;
          slot.amount = status;
        });
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
    put(
        call,
        timeNanos,
        path.length() + (toPath == null ? 0 : toPath.length()),
        slot -> {
          slot.process = process;
          slot.path = path;
          slot.to = toPath;
          slot.object = object;
        });
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    queue.lock();
    try {
      RemoteOperation slot = slot(Call.ACCESS, 0, timeNanos);
      slot.kind = kind;
      slot.phase = phase;
      slot.process = process;
      slot.object = object;
      slot.amount = bytes;
    } finally {
      queue.unlock();
    }
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    put(
        Call.CUT,
        timeNanos,
        0,
        slot -> {
          slot.phase = phase;
          slot.process = process;
          slot.object = object;
        });
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    put(
        Call.DERIVE,
        timeNanos,
        0,
        slot -> {
          slot.object = effect;
          slot.cause = cause;
          slot.process = process;
        });
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    put(
        Call.EXTEND,
        timeNanos,
        type.length() + data.length(),
        slot -> {
          slot.process = process;
          slot.object = object;
          slot.text = type;
          slot.payload = data;
        });
  }

  @Override
  public void gap(long process, GapCause cause, long count, long timeNanos) {
    put(
        Call.GAP,
        timeNanos,
        0,
        slot -> {
          slot.process = process;
          slot.kind = cause;
          slot.amount = count;
        });
  }

  /** At once, also in a unit: that there was such input does not depend on the unit. */
  @Override
  public void refuse(String place, String problem) {
    queue.lock();
    try {
      RemoteOperation slot = queue.next(FIXED_WEIGHT + place.length() + problem.length());
      slot.begin(Call.REFUSE, 0);
      slot.text = place;
      slot.payload = problem;
    } finally {
      queue.unlock();
    }
  }

  // --- units ---

  @Override
  public void begin() {
    queue.lock();
    try {
      unit.begin();
    } finally {
      queue.unlock();
    }
  }

  /** Without {@link #begin} it is refused: what was handed over before may be sent already. */
  @Override
  public void position(String source, Bytes position) {
    position(source, position, NO_IDS);
  }

  @Override
  public void position(String source, Bytes position, int[] idsAt) {
    queue.lock();
    try {
      keep(Call.POSITION, source, position, idsAt);
      Map<String, Bytes> moved = unit.moved();
      queue.append(unit);
      moved.forEach(positions::moved);
    } finally {
      unit.drop(); // if it is still there, it was refused
      queue.unlock();
    }
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    queue.lock();
    try {
      keep(Call.NOTE, source, position, idsAt);
    } finally {
      queue.unlock();
    }
  }

  private void keep(Call call, String source, Bytes position, int[] idsAt) {
    if (!unit.isOpen()) {
      throw new ColophonException(ErrorCode.BAD_REQUEST, "no unit is open: begin one first");
    }
    KnownPositions.check(source, position);
    int weight = FIXED_WEIGHT + source.length() + position.length();
    unit.position(call, source, position, weight).idsAt = idsAt;
  }

  /**
   * Where the reporter of a source was left: what this sink said, or else what the service knows,
   * for which this waits. From then on the source is this sink's alone: the service refuses the
   * units of whoever moved it before.
   */
  public Bytes positionOf(String source) {
    KnownPositions.check(source, Bytes.EMPTY);
    queue.lock();
    try {
      Bytes known = positions.of(source);
      if (known != null) {
        return known;
      }
      queue.next(FIXED_WEIGHT + source.length()).begin(Call.WHERE, 0).text = source;
    } finally {
      queue.unlock();
    }
    awaitDurable(queue.flush());
    queue.lock();
    try {
      Bytes told = positions.of(source);
      if (told == null) {
        throw new ColophonException(
            ErrorCode.BAD_INPUT,
            "the service keeps no position of '%s'".formatted(Bytes.of(source).display()));
      }
      return told;
    } finally {
      queue.unlock();
    }
  }

  @Override
  public long flush() {
    queue.lock();
    try {
      if (unit.isOpen()) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST, "a unit is open: end it with a position");
      }
      return queue.flush();
    } finally {
      queue.unlock();
    }
  }

  @Override
  public void awaitDurable(long count) {
    queue.awaitAcknowledged(count);
  }

  /** How many operations of this sink are on the service's disk. */
  public long acknowledged() {
    return queue.acknowledged();
  }

  /** How many operations the service refused so far; a gap stands for them. */
  public long refused() {
    return queue.refused();
  }

  /**
   * Waits until everything is on the service's disk, without units that are open, and ends; the
   * second call does nothing. A source that is a run ({@link SourceName#RUN_PREFIX}) is forgotten.
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
    queue.requireEmpty(); // a gap may have come behind the last that was waited for
  }

  private void join() {
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

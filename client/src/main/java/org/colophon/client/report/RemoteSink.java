package org.colophon.client.report;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.colophon.client.ServiceConnection;
import org.colophon.client.report.RemoteOperation.Call;
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
 * here. When it stays away longer than the patience, or another program reports in this one's name,
 * every call throws.
 *
 * <p>Any thread; operations go in the order of the calls. Units are not for remote sinks: {@link
 * #begin} and {@link #position} are refused with BAD_REQUEST.
 */
public final class RemoteSink implements OperationSink, AutoCloseable {
  private static final int FIXED_WEIGHT = 64;

  private final OperationQueue queue;
  private final Thread sender;
  private volatile boolean isClosed;
  private final RememberedIds known = new RememberedIds();

  private RemoteSink(Builder builder) {
    this.queue = new OperationQueue(builder.queuedOperations, builder.queuedBytes);
    RemoteSinkOptions options =
        new RemoteSinkOptions(
            builder.source,
            builder.session,
            builder.keepAll,
            builder.batchOperations,
            builder.patience);
    this.sender = new Thread(new Sender(builder.service, options, queue), "colophon-remote");
    sender.setDaemon(true);
    sender.start();
  }

  /**
   * Makes sinks that report to a service.
   *
   * @param service used by the sink alone from then on, and closed with it
   * @param source what the service calls this program
   */
  public static Builder to(ServiceConnection service, String source) {
    return new Builder(service, source);
  }

  /** Gathers how to report. One thread. */
  public static final class Builder {
    private final ServiceConnection service;
    private final String source;
    private String session = UUID.randomUUID().toString();
    private boolean keepAll;
    private int queuedOperations = 1 << 15;
    private long queuedBytes = 32L << 20;
    private int batchOperations = 1 << 13;
    private Duration patience = Duration.ofMinutes(10);

    private Builder(ServiceConnection service, String source) {
      this.service = Objects.requireNonNull(service);
      this.source = Objects.requireNonNull(source);
      if (!source.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}")) {
        throw new ColophonException(
            ErrorCode.BAD_REQUEST,
            "a source's name has up to 100 letters, digits, dots, dashes and underscores, not '%s'"
                .formatted(Bytes.of(source).display()));
      }
    }

    /** Has every operation stored: no suppression. */
    public Builder keepAll(boolean value) {
      keepAll = value;
      return this;
    }

    /** How many operations may wait, rounded up to a power of two; 32,768 unless said. */
    public Builder queuedOperations(int value) {
      if (value < 1 || value > 1 << 24) {
        throw new IllegalArgumentException("from 1 to 16,777,216 operations may wait: " + value);
      }
      int power = Integer.highestOneBit(value);
      queuedOperations = Math.max(2, power == value ? value : 2 * power);
      return this;
    }

    /** How many bytes of names and data may wait; 32 MiB unless said. */
    public Builder queuedBytes(long value) {
      queuedBytes = value;
      return this;
    }

    /** How many operations go into a request at most; 8,192 unless said. */
    public Builder batchOperations(int value) {
      if (value < 1 || value > 1 << 14) {
        throw new IllegalArgumentException("a batch has 1 to 16,384 operations: " + value);
      }
      batchOperations = value;
      return this;
    }

    /** How long the service may stay away; ten minutes unless said. */
    public Builder patience(Duration value) {
      patience = value;
      return this;
    }

    /** Starts the sink's thread. Nothing is sent until something is reported. */
    public RemoteSink build() {
      return new RemoteSink(this);
    }
  }

  /** Queues an operation that declares nothing. */
  private void put(Call call, long timeNanos, int weight, Consumer<RemoteOperation> fill) {
    queue.lock();
    try {
      fill.accept(queue.next(FIXED_WEIGHT + weight).begin(call, timeNanos));
    } finally {
      queue.unlock();
    }
  }

  /** Queues an operation that declares something; returns its id. */
  private long declare(Call call, Bytes path, Object declaration, int weight, long timeNanos) {
    RemoteOperation slot = queue.next(FIXED_WEIGHT + weight).begin(call, timeNanos);
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
      long id = declare(Call.PROCESS, null, declaration, weight(declaration), timeNanos);
      known.addProcess(declaration.identity(), id);
      return id;
    } finally {
      queue.unlock();
    }
  }

  private static int weight(ProcessDeclaration declaration) {
    int arguments = declaration.arguments().stream().mapToInt(Bytes::length).sum();
    return declaration.identity().length() + declaration.executable().length() + arguments;
  }

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    queue.lock();
    try {
      Long before = known.object(declaration.identity());
      if (before != null) {
        return before;
      }
      long id = declare(Call.OBJECT, null, declaration, weight(declaration), timeNanos);
      known.addObject(declaration.identity(), id);
      return id;
    } finally {
      queue.unlock();
    }
  }

  private static int weight(ObjectDeclaration declaration) {
    return declaration.identity().length() + declaration.label().length();
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    queue.lock();
    try {
      int weight = path.length() + weight(declaration);
      return declare(Call.OBJECT, path, declaration, weight, timeNanos);
    } finally {
      queue.unlock();
    }
  }

  /** Waits for the service's answer, and for that to everything before. */
  @Override
  public long resolve(Bytes path) {
    long id;
    queue.lock();
    try {
      id = declare(Call.RESOLVE, path, null, path.length(), 0);
    } finally {
      queue.unlock();
    }
    awaitDurable(flush());
    queue.lock();
    try {
      return queue.ids().global(id);
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
      RemoteOperation slot = queue.next(FIXED_WEIGHT).begin(Call.ACCESS, timeNanos);
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

  @Override
  public void refuse(String place, String problem) {
    put(
        Call.REFUSE,
        0,
        place.length() + problem.length(),
        slot -> {
          slot.text = place;
          slot.payload = problem;
        });
  }

  @Override
  public void begin() {
    throw noUnits();
  }

  @Override
  public void position(String source, Bytes position) {
    throw noUnits();
  }

  private static ColophonException noUnits() {
    return new ColophonException(
        ErrorCode.BAD_REQUEST,
        "this reporter notes how far it has read, which only who has the store can do: attach the"
            + " reporter within the service (colophon attach, without --foreground), or stop the"
            + " service and run it then");
  }

  @Override
  public long flush() {
    return queue.flush();
  }

  @Override
  public void awaitDurable(long count) {
    queue.awaitAcknowledged(count);
  }

  /** How many operations of this sink are on the service's disk. */
  public long acknowledged() {
    return queue.acknowledged();
  }

  /** Waits until everything is on the service's disk, and ends; the second call does nothing. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      awaitDurable(flush());
    } finally {
      queue.close();
      join();
    }
  }

  private void join() {
    try {
      sender.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

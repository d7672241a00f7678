package org.colophon.core.kernel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
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
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordType;

/**
 * A reporter thread's way into the ring: gathers operations in slots of its own and publishes them
 * as a range. Changes of names are published before the lock on the names is let go, so that the
 * order of the ring is the order of the changes.
 */
final class RingSink implements OperationSink {
  /** How many operations are gathered at most. */
  static final int BATCH = 256;

  private static final Logger LOG = System.getLogger(RingSink.class.getName());
  private static final int MAX_LOGGED_REFUSALS = 5;
  private static final int MAX_PATH_BYTES = 64 << 10;
  private static final int MAX_DATA_BYTES = 64 << 20;

  private final KernelParts parts;
  private final String reporter;
  private final SinkOptions options;
  private final RecordEvent[] gathered = new RecordEvent[BATCH];
  private int count;
  private long lastLsn;
  private long refusals;

  RingSink(KernelParts parts, String reporter, SinkOptions options) {
    this.parts = parts;
    this.reporter = reporter;
    this.options = options;
    for (int i = 0; i < BATCH; i++) {
      gathered[i] = new RecordEvent();
      gathered[i].keepAll = options.keepAll();
    }
  }

  /** A process id that was given out; a wrong one would reach every store. */
  private long process(long id) {
    if (!parts.processes().isGiven(id)) {
      throw unknown("process", id);
    }
    return id;
  }

  private long processOrNone(long id) {
    return id == 0 ? 0 : process(id);
  }

  private long object(long id) {
    if (!parts.objects().isGiven(id)) {
      throw unknown("object", id);
    }
    return id;
  }

  private long objectOrNone(long id) {
    return id == 0 ? 0 : object(id);
  }

  private static ColophonException unknown(String what, long id) {
    return new ColophonException(
        ErrorCode.BAD_INPUT, "no " + what + " has the id " + id + ": ids come from the sink");
  }

  private static Bytes path(Bytes path) {
    return bounded("a path", path, MAX_PATH_BYTES);
  }

  private static Bytes bounded(String what, Bytes bytes, int limit) {
    if (bytes.length() > limit) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT,
          "%s of %d bytes is too long, the limit is %d".formatted(what, bytes.length(), limit));
    }
    return bytes;
  }

  private RecordEvent slot(RecordType type, long timeNanos) {
    if (count == BATCH) {
      flush();
    }
    RecordEvent event = gathered[count++];
    event.begin(type, timeNanos);
    return event;
  }

  // --- processes ---

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    long id = identity.isEmpty() ? 0 : parts.processes().find(identity);
    if (id != 0) {
      return id;
    }
    id = parts.processes().newId();
    long claimed = identity.isEmpty() ? id : parts.processes().claim(identity, id);
    if (claimed == id) {
      RecordEvent event = slot(RecordType.PROCESS, timeNanos);
      event.process = id;
      event.payload = declaration;
      publishIfShared(identity);
    }
    return claimed;
  }

  /** Others may use a shared id at once, so its declaration must not come after theirs. */
  private void publishIfShared(Bytes identity) {
    if (!identity.isEmpty()) {
      flush();
    }
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    process(effect);
    process(cause);
    int code = kind.code();
    RecordEvent event = slot(RecordType.LINK, timeNanos);
    event.kind = code;
    event.process = effect;
    event.cause = cause;
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    process(process);
    RecordEvent event = slot(RecordType.EXIT, timeNanos);
    event.process = process;
    event.amount = status;
  }

  // --- objects ---

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    long id = identity.isEmpty() ? 0 : parts.objects().find(identity);
    if (id != 0) {
      return id;
    }
    id = parts.objects().newId();
    long claimed = identity.isEmpty() ? id : parts.objects().claim(identity, id);
    if (claimed == id) {
      declare(id, declaration, timeNanos);
    }
    return claimed;
  }

  private void declare(long id, ObjectDeclaration declaration, long timeNanos) {
    RecordEvent event = slot(RecordType.OBJECT, timeNanos);
    event.object = id;
    event.payload = declaration;
    publishIfShared(declaration.identity());
  }

  @Override
  public long resolve(Bytes path) {
    synchronized (parts.names()) {
      return parts.names().resolve(path);
    }
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    path(path);
    Objects.requireNonNull(declaration);
    synchronized (parts.names()) {
      long bound = parts.names().resolve(path);
      long meant = meant(bound, declaration, timeNanos);
      if (meant != bound) {
        bindNow(0, path, meant, timeNanos);
        flush();
      }
      return meant;
    }
  }

  private long meant(long bound, ObjectDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    if (identity.isEmpty()) {
      return bound != 0 ? bound : object(declaration, timeNanos);
    }
    long known = parts.objects().find(identity);
    if (known != 0 || bound == 0 || parts.hasIdentity(bound)) {
      return known != 0 ? known : object(declaration, timeNanos);
    }
    long claimed = parts.objects().claim(identity, bound);
    if (claimed == bound) {
      declare(bound, declaration, timeNanos);
    }
    return claimed;
  }

  // --- names ---

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    processOrNone(process);
    object(object);
    path(path);
    synchronized (parts.names()) {
      bindNow(process, path, object, timeNanos);
      flush();
    }
  }

  private void bindNow(long process, Bytes path, long object, long timeNanos) {
    parts.names().bind(path, object);
    name(RecordType.BIND, process, object, path, timeNanos);
    named(process, object, timeNanos);
  }

  private RecordEvent name(RecordType type, long process, long object, Bytes path, long timeNanos) {
    RecordEvent event = slot(type, timeNanos);
    event.process = process;
    event.object = object;
    event.path = path;
    return event;
  }

  /** The name edge: who gave, moved or took a name of an object. */
  private void named(long process, long object, long timeNanos) {
    if (process != 0 && object != 0) {
      access(OperationKind.RENAME, Phase.WHOLE, process, object, 0, timeNanos);
    }
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    processOrNone(process);
    path(path);
    synchronized (parts.names()) {
      long object = parts.names().resolve(path);
      if (object == 0 && !parts.names().hasNamesBelow(path)) {
        return;
      }
      parts.names().unbind(path);
      name(RecordType.UNBIND, process, object, path, timeNanos);
      named(process, object, timeNanos);
      flush();
    }
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    processOrNone(process);
    if (path(from).equals(path(to))) {
      return;
    }
    synchronized (parts.names()) {
      boolean isFolder = parts.names().hasNamesBelow(from);
      long object = parts.names().resolve(from);
      if (object == 0 && !isFolder) {
        object = object(ObjectDeclaration.of(ObjectKind.OTHER), timeNanos);
        bindNow(0, from, object, timeNanos);
      }
      parts.names().rename(from, to);
      if (isFolder) {
        name(RecordType.RENAME, process, object, from, timeNanos).toPath = to;
      } else {
        name(RecordType.UNBIND, process, object, from, timeNanos);
        name(RecordType.BIND, process, object, to, timeNanos);
      }
      named(process, object, timeNanos);
      flush();
    }
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    processOrNone(process);
    if (path(one).equals(path(other))) {
      return;
    }
    synchronized (parts.names()) {
      long first = parts.names().resolve(one);
      long second = parts.names().resolve(other);
      parts.names().exchange(one, other);
      name(RecordType.EXCHANGE, process, first, one, timeNanos).toPath = other;
      named(process, first, timeNanos);
      named(process, second, timeNanos);
      flush();
    }
  }

  // --- what happened ---

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    process(process);
    object(object);
    int kindCode = kind.code();
    int phaseCode = phase.code();
    RecordEvent event = slot(RecordType.ACCESS, timeNanos);
    event.kind = kindCode;
    event.phase = phaseCode;
    event.process = process;
    event.object = object;
    event.amount = bytes;
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    processOrNone(process);
    object(object);
    int phaseCode = phase.code();
    RecordEvent event = slot(RecordType.CUT, timeNanos);
    event.phase = phaseCode;
    event.process = process;
    event.object = object;
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    object(effect);
    object(cause);
    processOrNone(process);
    RecordEvent event = slot(RecordType.DERIVATION, timeNanos);
    event.object = effect;
    event.cause = cause;
    event.process = process;
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    processOrNone(process);
    objectOrNone(object);
    Objects.requireNonNull(type);
    bounded("an extended record", data, MAX_DATA_BYTES);
    RecordEvent event = slot(RecordType.EXTENDED, timeNanos);
    event.process = process;
    event.object = object;
    event.label = type;
    event.payload = data;
  }

  @Override
  public void gap(long process, GapCause cause, long lost, long timeNanos) {
    processOrNone(process);
    int causeCode = cause.code();
    RecordEvent event = slot(RecordType.GAP, timeNanos);
    event.process = process;
    event.kind = causeCode;
    event.amount = lost;
  }

  @Override
  public void refuse(String place, String problem) {
    parts.metrics().addReported(1);
    parts.metrics().addRefused(1);
    if (++refusals <= MAX_LOGGED_REFUSALS) {
      LOG.log(Level.WARNING, "{0}: {1}: {2}", reporter, place, problem);
    } else if (refusals == MAX_LOGGED_REFUSALS + 1) {
      LOG.log(Level.WARNING, "{0}: more input refused; counted from here on", reporter);
    }
  }

  /** Publishes a snapshot's record; for the kernel's own sink. */
  long snapshot(String name, long timeNanos) {
    slot(RecordType.SNAPSHOT, timeNanos).label = name;
    return flush();
  }

  // --- handing over ---

  @Override
  public long flush() {
    parts.gate().enter();
    try {
      if (count > 0) {
        parts.metrics().addReported(count);
        lastLsn = options.onOverload() == OverloadPolicy.DROP ? publishOrDrop() : publish();
        count = 0;
      }
      return lastLsn;
    } finally {
      parts.gate().leave();
    }
  }

  private long publish() {
    parts.metrics().addAccepted(count);
    return parts.ring().publish(gathered, count);
  }

  private long publishOrDrop() {
    long lsn = parts.ring().tryPublish(gathered, count);
    if (lsn != 0) {
      parts.metrics().addAccepted(count);
      return lsn;
    }
    int dropped = dropAccesses();
    parts.metrics().addDropped(dropped);
    if (dropped > 0) {
      parts.metrics().addReported(1);
      gap(0, GapCause.DROPPED, dropped, 0);
    }
    return publish();
  }

  /** What moves content or touches, as a whole; begins and ends, closes and names hang together. */
  private static boolean mayBeDropped(RecordEvent event) {
    return event.type == RecordType.ACCESS
        && event.phase == Phase.WHOLE.code()
        && event.kind != OperationKind.CLOSE.code()
        && event.kind != OperationKind.RENAME.code()
        && event.kind != OperationKind.ASSOCIATE.code();
  }

  private int dropAccesses() {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      RecordEvent event = gathered[i];
      if (!mayBeDropped(event)) {
        gathered[i] = gathered[kept];
        gathered[kept++] = event;
      }
    }
    int dropped = count - kept;
    count = kept;
    return dropped;
  }

  @Override
  public void awaitDurable(long lsn) {
    if (lsn > parts.ring().lastLsn()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "LSN " + lsn + " was not given out yet; the last is " + parts.ring().lastLsn());
    }
    parts.journal().awaitDurable(lsn);
  }
}

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
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.naming.Namespace;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordType;

/**
 * A reporter thread's way into the ring: gathers operations in slots of its own and publishes them
 * as a range. Changes of names are published before the lock on the names is let go, so that the
 * order of the ring is the order of the changes; a unit that changes names keeps the lock to its
 * end.
 */
final class RingSink implements OperationSink {
  private static final Logger LOG = System.getLogger(RingSink.class.getName());

  /** A rename of what was not known: object, bind, unbind, bind, and who did it. */
  private static final int CHANGE_SLOTS = 5;

  private final KernelParts parts;
  private final String reporter;
  private final Given given;
  private final Publisher publisher;
  private final Refusals refusals;
  private final Gathered gathered;
  private final RecordEvent[] ahead = {new RecordEvent()};
  private final SharedNames.Claim claim = new SharedNames.Claim();
  private boolean keepsNames;

  RingSink(KernelParts parts, String reporter, SinkOptions options) {
    this.parts = parts;
    this.reporter = reporter;
    this.given = new Given(parts);
    this.publisher = new Publisher(parts, options.onOverload());
    this.refusals = new Refusals(reporter);
    this.gathered = new Gathered(options.keepAll(), parts.ring().slots());
  }

  private RecordEvent slot(RecordType type, long timeNanos) {
    if (gathered.isFull()) {
      makeRoom();
    }
    return gathered.next(type, timeNanos);
  }

  /** A slot for what refers to so many bytes of names or data. */
  private RecordEvent slot(RecordType type, long timeNanos, long bytes) {
    if (gathered.isTooMuch(bytes)) {
      flush();
    }
    gathered.addBytes(bytes);
    if (gathered.isUnitTooLarge()) {
      dropUnit();
      throw Gathered.tooManyBytes();
    }
    return slot(type, timeNanos);
  }

  /** A change of names is several records, published together: a crash leaves all or none. */
  private void reserve(long pathBytes) {
    if (gathered.wouldSplit(CHANGE_SLOTS, pathBytes)) {
      flush();
    }
  }

  private void makeRoom() {
    if (!gathered.isUnitOpen()) {
      flush();
      return;
    }
    try {
      gathered.makeRoom();
    } catch (ColophonException e) {
      dropUnit();
      throw e;
    }
  }

  // --- processes ---

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    return declare(parts.processes(), declaration.identity(), declaration, timeNanos);
  }

  private long declare(
      IdentityRegistry registry, Bytes identity, Object declaration, long timeNanos) {
    long forgettings = registry.forgettings();
    long known = identity.isEmpty() ? 0 : registry.find(identity);
    if (known != 0) {
      return known;
    }
    long id = registry.idFor(identity);
    long claimed = identity.isEmpty() ? id : registry.claim(identity, id, forgettings);
    if (claimed == id) {
      declare(registry, id, identity, declaration, timeNanos);
    }
    return claimed;
  }

  /** Others may use a shared id at once: it is published, ahead of an open unit. */
  private void declare(
      IdentityRegistry registry, long id, Bytes identity, Object declaration, long timeNanos) {
    boolean isAhead = !identity.isEmpty() && gathered.isUnitOpen();
    boolean isProcess = declaration instanceof ProcessDeclaration;
    RecordType type = isProcess ? RecordType.PROCESS : RecordType.OBJECT;
    RecordEvent event = isAhead ? ahead[0] : slot(type, timeNanos, Weight.of(declaration));
    event.begin(type, timeNanos);
    event.process = isProcess ? id : 0;
    event.object = isProcess ? 0 : id;
    event.payload = declaration;
    if (isAhead) {
      publisher.publish(ahead);
    } else if (!identity.isEmpty()) {
      flush();
    }
    if (!identity.isEmpty()) {
      registry.published(identity);
    }
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    given.process(effect);
    given.process(cause);
    int code = kind.code();
    RecordEvent event = slot(RecordType.LINK, timeNanos);
    event.kind = code;
    event.process = effect;
    event.cause = cause;
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    given.process(process);
    RecordEvent event = slot(RecordType.EXIT, timeNanos);
    event.process = process;
    event.amount = status;
  }

  // --- objects ---

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    return declare(parts.objects(), declaration.identity(), declaration, timeNanos);
  }

  @Override
  public long resolve(Bytes path) {
    try {
      return lockNames().resolve(path);
    } finally {
      unlockNames();
    }
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    Given.path(path);
    Objects.requireNonNull(declaration);
    try {
      Namespace names = lockNames();
      long bound = names.resolve(path);
      long meant = meant(bound, declaration, timeNanos);
      if (meant != bound) {
        bindNow(names, 0, path, meant, timeNanos);
        changed();
      }
      return meant;
    } finally {
      unlockNames();
    }
  }

  private long meant(long bound, ObjectDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    if (identity.isEmpty()) {
      return bound != 0 ? bound : object(declaration, timeNanos);
    }
    long forgettings = parts.objects().forgettings();
    long known = parts.objects().find(identity);
    if (known != 0) {
      return known;
    }
    if (bound == 0 || parts.hasIdentity(bound) || parts.objects().elsewhere(identity) != 0) {
      return object(declaration, timeNanos);
    }
    long claimed = parts.objects().claim(identity, bound, forgettings);
    if (claimed == bound) {
      gathered.redeclare(bound, declaration);
      declare(parts.objects(), bound, identity, declaration, timeNanos);
    }
    return claimed;
  }

  // --- names ---

  /** The names, as nobody else can change them now. */
  private Namespace lockNames() {
    Namespace names = parts.names().lock(claim);
    if (gathered.isUnitOpen() && !keepsNames) {
      names.remember();
    }
    return names;
  }

  /** Names were changed: published before others see it; in a unit both wait for its end. */
  private void changed() {
    if (gathered.isUnitOpen()) {
      keepsNames = true;
    } else {
      flush();
    }
  }

  private void unlockNames() {
    if (!keepsNames) {
      parts.names().unlock(claim);
    }
  }

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    given.processOrNone(process);
    given.object(object);
    Given.path(path);
    reserve(path.length());
    try {
      bindNow(lockNames(), process, path, object, timeNanos);
      changed();
    } finally {
      unlockNames();
    }
  }

  private void bindNow(Namespace names, long process, Bytes path, long object, long timeNanos) {
    names.bind(path, object);
    name(RecordType.BIND, process, object, path, timeNanos);
    named(process, object, timeNanos);
  }

  private RecordEvent name(RecordType type, long process, long object, Bytes path, long timeNanos) {
    RecordEvent event = slot(type, timeNanos, path.length());
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
    given.processOrNone(process);
    reserve(Given.path(path).length());
    try {
      Namespace names = lockNames();
      long object = names.resolve(path);
      if (object == 0 && !names.hasNamesBelow(path)) {
        return;
      }
      names.unbind(path);
      name(RecordType.UNBIND, process, object, path, timeNanos);
      named(process, object, timeNanos);
      changed();
    } finally {
      unlockNames();
    }
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    rename(process, from, to, false, timeNanos);
  }

  @Override
  public void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    rename(process, from, to, true, timeNanos);
  }

  private void rename(long process, Bytes from, Bytes to, boolean mayBeUnknown, long timeNanos) {
    given.processOrNone(process);
    if (Given.path(from).equals(Given.path(to))) {
      return;
    }
    reserve(2L * from.length() + to.length());
    try {
      Namespace names = lockNames();
      boolean isFolder = names.hasNamesBelow(from);
      long object = names.resolve(from);
      if (object == 0 && !isFolder && mayBeUnknown) {
        return;
      }
      if (object == 0 && !isFolder) {
        object = object(ObjectDeclaration.of(ObjectKind.OTHER), timeNanos);
        bindNow(names, 0, from, object, timeNanos);
      }
      if (isFolder) {
        names.rename(from, to);
        move(RecordType.RENAME, process, object, from, to, timeNanos);
      } else {
        names.unbind(from);
        names.bind(to, object);
        name(RecordType.UNBIND, process, object, from, timeNanos);
        name(RecordType.BIND, process, object, to, timeNanos);
      }
      named(process, object, timeNanos);
      changed();
    } finally {
      unlockNames();
    }
  }

  private void move(
      RecordType type, long process, long object, Bytes path, Bytes toPath, long timeNanos) {
    name(type, process, object, path, timeNanos).toPath = toPath;
    gathered.addBytes(toPath.length());
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    given.processOrNone(process);
    if (Given.path(one).equals(Given.path(other))) {
      return;
    }
    reserve((long) one.length() + other.length());
    try {
      Namespace names = lockNames();
      long first = names.resolve(one);
      long second = names.resolve(other);
      names.exchange(one, other);
      move(RecordType.EXCHANGE, process, first, one, other, timeNanos);
      named(process, first, timeNanos);
      named(process, second, timeNanos);
      changed();
    } finally {
      unlockNames();
    }
  }

  // --- what happened ---

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    gather(kind, phase, process, object, bytes, timeNanos);
  }

  @Override
  public void accessOnce(
      OperationKind kind, long process, long object, long bytes, long timeNanos) {
    gather(kind, Phase.WHOLE, process, object, bytes, timeNanos).keepAll = true;
  }

  private RecordEvent gather(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    given.process(process);
    given.object(object);
    int kindCode = kind.code();
    int phaseCode = phase.code();
    RecordEvent event = slot(RecordType.ACCESS, timeNanos);
    event.kind = kindCode;
    event.phase = phaseCode;
    event.process = process;
    event.object = object;
    event.amount = bytes;
    return event;
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    given.processOrNone(process);
    given.object(object);
    int phaseCode = phase.code();
    RecordEvent event = slot(RecordType.CUT, timeNanos);
    event.phase = phaseCode;
    event.process = process;
    event.object = object;
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    given.object(effect);
    given.object(cause);
    given.processOrNone(process);
    RecordEvent event = slot(RecordType.DERIVATION, timeNanos);
    event.object = effect;
    event.cause = cause;
    event.process = process;
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    given.processOrNone(process);
    given.objectOrNone(object);
    Objects.requireNonNull(type);
    Given.data(data);
    RecordEvent event = slot(RecordType.EXTENDED, timeNanos, type.length() + (long) data.length());
    event.process = process;
    event.object = object;
    event.label = type;
    event.payload = data;
  }

  @Override
  public void gap(long process, GapCause cause, long lost, long timeNanos) {
    given.processOrNone(process);
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
    refusals.log(place, problem);
  }

  /** Publishes a snapshot's record; for the kernel's own sink. */
  long snapshot(String name, long timeNanos) {
    slot(RecordType.SNAPSHOT, timeNanos).label = name;
    return flush();
  }

  // --- units ---

  @Override
  public void begin() {
    if (gathered.isUnitOpen()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "a unit of " + reporter + " is open already: end it first");
    }
    if (gathered.isFull()) {
      flush();
    }
    gathered.beginUnit();
  }

  @Override
  public void position(String source, Bytes position) {
    boolean done = false;
    try {
      parts.positions().check(source, position);
      gathered.endUnit(source, position);
      if (keepsNames || gathered.count() >= Gathered.BATCH) {
        flush();
      }
      keepsNames = false;
      done = true;
    } finally {
      if (done) {
        parts.names().unlock(claim);
      } else {
        dropUnit();
      }
    }
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    if (!gathered.isUnitOpen()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "no unit of " + reporter + " is open: begin one first");
    }
    parts.positions().check(source, position);
    try {
      gathered.note(source, position);
    } catch (ColophonException e) {
      dropUnit();
      throw e;
    }
  }

  private void dropUnit() {
    if (gathered.isUnitOpen()) {
      gathered.dropUnit();
    }
    keepsNames = false;
    parts.names().takeBack(claim);
  }

  /**
   * After the reporter has ended, on any thread: publishes what it left gathered, without a unit
   * that it left open.
   */
  void abandon() {
    if (gathered.isUnitOpen()) {
      LOG.log(Level.WARNING, "{0} ended within a unit, which is dropped", reporter);
      dropUnit();
    }
    flush();
  }

  // --- handing over ---

  @Override
  public long flush() {
    if (gathered.isUnitOpen()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "a unit of " + reporter + " is open: end it with a position");
    }
    return publisher.publish(gathered);
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

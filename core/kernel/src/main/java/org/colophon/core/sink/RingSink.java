// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.HostInfo;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.naming.Namespace;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.reporter.FileIdentifier;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.TransactionStep;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.FileStates;
import org.colophon.core.state.KernelParts;
import org.colophon.core.state.SnapshotNames;
import org.jspecify.annotations.Nullable;

/**
 * Sink of a reporter thread. Translates its calls to records. {@link RingWriter} provides the slots
 * and decides when they are published.
 */
public final class RingSink implements OperationSink {
  private final KernelParts parts;
  private final SinkArguments arguments;
  private final RefusalLog refusals;
  private final SinkBuffer buffer;
  private final RingWriter writer;
  private final NameChanges changes;
  private final UnitTransactions transactions;
  private final Operation operation = new Operation();
  private final RecordEvent[] ahead = {new RecordEvent()};

  /**
   * Objects from before this sink that had no identity, until their first access. A file that has
   * the name of such an object may be another one.
   */
  private final Set<Long> knownByName = new HashSet<>();

  /** The smallest id that was free when this sink began. */
  private final long firstId;

  private LongConsumer whenDeclared = id -> {};
  private @Nullable FileIdentifier files;

  public RingSink(KernelParts parts, String reporter, SinkOptions options) {
    this.parts = parts;
    this.arguments = new SinkArguments(parts);
    this.refusals = new RefusalLog(reporter);
    this.buffer = new SinkBuffer(options.keepAll(), parts.ring().slots());
    this.writer = new RingWriter(parts, reporter, buffer, options.onOverload());
    this.changes = new NameChanges(writer);
    this.transactions = new UnitTransactions(parts, reporter, buffer, writer);
    this.firstId = parts.objects().nextId();
  }

  /** Duplicates the writer's method to avoid a call on the most frequent path. */
  private RecordEvent slot(RecordType type, long timeNanos) {
    if (buffer.isFull()) {
      writer.makeRoom();
    }
    return buffer.next(type, timeNanos);
  }

  /** Returns true if the object is excluded, and then counts the operation. */
  private boolean isLeftOut(long object) {
    boolean isFiltered = OperationSink.isFiltered(object);
    if (isFiltered) {
      writer.filter();
    }
    return isFiltered;
  }

  // --- processes ---

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    long id = declare(parts.processes(), declaration.identity(), declaration, timeNanos);
    whenDeclared.accept(id);
    return id;
  }

  /** Sets a listener for the id of each declared process. Call it before the first declaration. */
  public void whenDeclared(LongConsumer listener) {
    whenDeclared = listener;
  }

  private long declare(
      IdentityRegistry registry, Bytes identity, Object declaration, long timeNanos) {
    long evictionCount = registry.evictionCount();
    long known = identity.isEmpty() ? 0 : registry.find(identity);
    if (known != 0) {
      return known;
    }
    long id = registry.idFor(identity);
    long claimed = identity.isEmpty() ? id : registry.claim(identity, id, evictionCount);
    if (claimed == id) {
      declare(registry, id, identity, declaration, timeNanos);
    }
    return claimed;
  }

  /** Records a declaration. A shared id is published at once, ahead of an open unit. */
  private void declare(
      IdentityRegistry registry, long id, Bytes identity, Object declaration, long timeNanos) {
    boolean isAhead = !identity.isEmpty() && buffer.isUnitOpen();
    boolean isProcess = declaration instanceof ProcessDeclaration;
    RecordType type = isProcess ? RecordType.PROCESS : RecordType.OBJECT;
    RecordEvent event =
        isAhead ? ahead[0] : writer.slot(type, timeNanos, DeclarationSize.of(declaration));
    event.begin(type, timeNanos);
    event.process = isProcess ? id : 0;
    event.object = isProcess ? 0 : id;
    event.payload = declaration;
    if (isAhead) {
      writer.publish(ahead);
    } else if (!identity.isEmpty()) {
      flush();
    }
    if (!identity.isEmpty()) {
      registry.published(identity);
    }
  }

  @Override
  public void describe(long process, ProcessDeclaration declaration, long timeNanos) {
    arguments.process(process);
    RecordEvent event = writer.slot(RecordType.PROCESS, timeNanos, DeclarationSize.of(declaration));
    event.process = process;
    event.payload = declaration;
  }

  // --- objects ---

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    return declare(parts.objects(), declaration.identity(), declaration, timeNanos);
  }

  @Override
  public long resolve(Bytes path) {
    try {
      return writer.lockNames().resolve(PathBytes.normal(path));
    } finally {
      writer.unlockNames();
    }
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    Bytes name = SinkArguments.path(path);
    Objects.requireNonNull(declaration);
    try {
      Namespace names = writer.lockNames();
      long bound = names.resolve(name);
      long meant = meant(bound, declaration, timeNanos);
      if (meant != bound) {
        changes.found(names, name, meant, timeNanos);
        writer.changed();
      }
      return meant;
    } finally {
      writer.unlockNames();
    }
  }

  private long meant(long bound, ObjectDeclaration declaration, long timeNanos) {
    Bytes identity = declaration.identity();
    if (identity.isEmpty()) {
      return bound != 0 ? bound : object(declaration, timeNanos);
    }
    long evictionCount = parts.objects().evictionCount();
    long known = parts.objects().find(identity);
    if (known != 0) {
      return known;
    }
    boolean isReplaced = bound != 0 && parts.hasIdentity(bound);
    if (bound == 0 || isReplaced || parts.objects().findInOtherStore(identity) != 0) {
      long object = object(declaration, timeNanos);
      if (isReplaced && FileIdentity.isForm(identity)) {
        cutOff(Phase.WHOLE, 0, object, timeNanos);
      }
      return object;
    }
    long claimed = parts.objects().claim(identity, bound, evictionCount);
    if (claimed == bound) {
      if (bound < firstId && FileIdentity.isForm(identity)) {
        knownByName.add(bound);
      }
      buffer.redeclare(bound, declaration);
      declare(parts.objects(), bound, identity, declaration, timeNanos);
    }
    return claimed;
  }

  // --- names ---

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    if (isLeftOut(object)) {
      return;
    }
    arguments.processOrNone(process);
    arguments.object(object);
    Bytes name = SinkArguments.path(path);
    writer.reserve(name.length());
    try {
      changes.bind(writer.lockNames(), process, name, object, timeNanos);
      writer.changed();
    } finally {
      writer.unlockNames();
    }
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    arguments.processOrNone(process);
    Bytes name = SinkArguments.path(path);
    writer.reserve(name.length());
    try {
      Namespace names = writer.lockNames();
      long object = names.resolve(name);
      if (object == 0 && !names.hasNamesBelow(name)) {
        return;
      }
      changes.unbind(names, process, name, object, timeNanos);
      writer.changed();
    } finally {
      writer.unlockNames();
    }
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    rename(process, SinkArguments.path(from), SinkArguments.path(to), false, timeNanos);
  }

  @Override
  public void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    rename(process, SinkArguments.path(from), SinkArguments.path(to), true, timeNanos);
  }

  private void rename(long process, Bytes from, Bytes to, boolean mayBeUnknown, long timeNanos) {
    arguments.processOrNone(process);
    if (from.equals(to)) {
      return;
    }
    writer.reserve(2L * from.length() + to.length());
    try {
      Namespace names = writer.lockNames();
      boolean isDirectory = names.hasNamesBelow(from);
      long object = names.resolve(from);
      if (object == 0 && !isDirectory && mayBeUnknown) {
        return;
      }
      if (object == 0 && !isDirectory) {
        object = object(ObjectDeclaration.of(ObjectKind.OTHER), timeNanos);
        changes.found(names, from, object, timeNanos);
      }
      if (isDirectory) {
        changes.renameDirectory(names, process, from, to, object, timeNanos);
      } else {
        changes.rename(names, process, from, to, object, timeNanos);
      }
      writer.changed();
    } finally {
      writer.unlockNames();
    }
  }

  @Override
  public void keepOnlyName(Bytes path, long object, long timeNanos) {
    if (isLeftOut(object)) {
      return;
    }
    Bytes name = SinkArguments.path(path);
    for (Bytes other : parts.past().namesOf(object)) {
      if (!other.equals(name) && resolve(other) == object && !isAt(other, object)) {
        unbind(0, other, timeNanos);
      }
    }
  }

  /** Returns true if the file at a path on the disk is an object's, as below a bind mount. */
  private boolean isAt(Bytes path, long object) {
    if (files == null) {
      files = FileIdentifier.load();
    }
    FileIdentity found = files.identify(path);
    return found != null && hasIdentity(object, found.ofHost(HostInfo.ofThisMachine().hostId()));
  }

  @Override
  public boolean hasIdentity(long object, Bytes identity) {
    return parts.objects().find(identity) == object;
  }

  @Override
  public @Nullable FileDigest digestBefore(long object, FileState now) {
    return isLeftOut(object) ? null : parts.files().digestBefore(object, now);
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    arguments.processOrNone(process);
    Bytes left = SinkArguments.path(one);
    Bytes right = SinkArguments.path(other);
    if (left.equals(right)) {
      return;
    }
    writer.reserve((long) left.length() + right.length());
    try {
      changes.exchange(writer.lockNames(), process, left, right, timeNanos);
      writer.changed();
    } finally {
      writer.unlockNames();
    }
  }

  // --- operations ---

  @Override
  public Operation operation() {
    return operation;
  }

  @Override
  public void accept(Operation from) {
    switch (from.type()) {
      case ACCESS, END_REPEATED -> access(from);
      case CUT -> cutOff(from.phase(), from.process(), from.object(), from.timeNanos());
      case DERIVE -> derive(from);
      case EXTENDED -> extended(from);
      case GAP -> recordGap(from.process(), from.gapCause(), from.amount(), from.timeNanos());
      case LINK -> linked(from);
      case EXIT -> exited(from);
      case SNAPSHOT -> {
        ErrorCode.BAD_REQUEST.require(!from.dataType().isEmpty(), "a snapshot needs a name");
        changeSnapshot(from.dataType(), from.snapshotChange(), from.timeNanos());
      }
    }
  }

  private void access(Operation from) {
    long object = from.object();
    if (isLeftOut(object)) {
      return;
    }
    arguments.process(from.process());
    arguments.object(object);
    int kindCode = from.accessKind().code();
    int phaseCode = from.phase().code();
    if (!knownByName.isEmpty() && knownByName.remove(object)) {
      recordGap(from.process(), GapCause.KNOWN_BY_NAME, 1, from.timeNanos());
    }
    RecordEvent event = slot(RecordType.ACCESS, from.timeNanos());
    event.kind = kindCode;
    event.phase = phaseCode;
    event.process = from.process();
    event.object = object;
    event.amount = from.amount();
    event.repeats = from.count() - 1;
  }

  private void cutOff(Phase phase, long process, long object, long timeNanos) {
    if (isLeftOut(object)) {
      return;
    }
    arguments.processOrNone(process);
    arguments.object(object);
    int phaseCode = phase.code();
    if (!knownByName.isEmpty()) { // does not box the id of each cut object
      knownByName.remove(object);
    }
    RecordEvent event = slot(RecordType.CUT, timeNanos);
    event.phase = phaseCode;
    event.process = process;
    event.object = object;
  }

  private void derive(Operation from) {
    if (isLeftOut(Math.max(from.object(), from.cause()))) {
      return;
    }
    arguments.object(from.object());
    arguments.object(from.cause());
    arguments.processOrNone(from.process());
    RecordEvent event = slot(RecordType.DERIVATION, from.timeNanos());
    event.object = from.object();
    event.cause = from.cause();
    event.process = from.process();
  }

  private void extended(Operation from) {
    long object = from.object();
    if (isLeftOut(object)) {
      return;
    }
    arguments.processOrNone(from.process());
    arguments.objectOrNone(object);
    Objects.requireNonNull(from.dataType());
    SinkArguments.data(from.data());
    if (from.dataType().equals(FileState.SEEN)) {
      seen(object, from.data(), from.timeNanos());
    } else {
      attach(from.process(), object, from.dataType(), from.data(), from.timeNanos());
    }
  }

  /** Begins a version if the file's content differs from the recorded state. */
  private void seen(long object, Bytes state, long timeNanos) {
    arguments.object(object);
    FileStates.Comparison result = parts.files().compare(object, FileState.of(state));
    if (result == FileStates.Comparison.SAME) {
      return;
    }
    if (result == FileStates.Comparison.CHANGED) {
      cutOff(Phase.WHOLE, 0, object, timeNanos);
    }
    attach(0, object, FileState.TYPE, state, timeNanos);
  }

  private void attach(long process, long object, String type, Bytes data, long timeNanos) {
    RecordEvent event =
        writer.slot(RecordType.EXTENDED, timeNanos, type.length() + (long) data.length());
    event.process = process;
    event.object = object;
    event.label = type;
    event.payload = data;
  }

  private void recordGap(long process, GapCause cause, long amount, long timeNanos) {
    arguments.processOrNone(process);
    int causeCode = cause.code();
    RecordEvent event = slot(RecordType.GAP, timeNanos);
    event.process = process;
    event.kind = causeCode;
    event.amount = amount;
  }

  private void linked(Operation from) {
    arguments.process(from.process());
    arguments.process(from.cause());
    int code = from.linkKind().code();
    RecordEvent event = slot(RecordType.LINK, from.timeNanos());
    event.kind = code;
    event.process = from.process();
    event.cause = from.cause();
  }

  private void exited(Operation from) {
    arguments.process(from.process());
    RecordEvent event = slot(RecordType.EXIT, from.timeNanos());
    event.process = from.process();
    event.amount = from.amount();
  }

  @Override
  public void refuse(String place, String problem) {
    parts.metrics().addReported(1);
    parts.metrics().addRefused(1);
    refusals.log(place, problem);
  }

  /**
   * Records the change of a snapshot's name, under the lock on the names.
   *
   * @param name to take, empty for the next free one
   * @return the label of the snapshot
   */
  public String changeSnapshot(String name, Snapshot.Change change, long timeNanos) {
    writer.reserve(name.length());
    try {
      Namespace names = writer.lockNames();
      SnapshotNames snapshots = parts.snapshots();
      boolean isFree = name.isEmpty() && change == Snapshot.Change.TAKE;
      String changed = isFree ? snapshots.next() : name;
      names.onTakeBack(snapshots.change(changed, change));
      String label = Snapshot.label(changed, change);
      writer.slot(RecordType.SNAPSHOT, timeNanos, label.length()).label = label;
      writer.changed();
      return label;
    } finally {
      writer.unlockNames();
    }
  }

  // --- units ---

  @Override
  public void begin() {
    writer.begin();
  }

  @Override
  public void position(String source, Bytes position, int[] idsAt) {
    writer.position(source, position);
  }

  @Override
  public void note(String source, Bytes position, int[] idsAt) {
    writer.note(source, position);
  }

  @Override
  public void endUnit(TransactionStep step, String transaction) {
    transactions.endUnit(step, transaction);
  }

  /**
   * Publishes the remaining buffer without an open unit. Any thread may call it after the reporter
   * ended.
   */
  public void abandon() {
    writer.abandon();
  }

  // --- publishing ---

  /** Returns the LSN of the last operation published here, 0 if nothing was published. */
  public long lastLsn() {
    return writer.lastLsn();
  }

  @Override
  public long flush() {
    return writer.flush();
  }

  @Override
  public void awaitDurable(long lsn) {
    if (lsn > parts.ring().lastLsn()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "LSN " + lsn + " was not assigned yet; the last is " + parts.ring().lastLsn());
    }
    parts.journal().awaitDurable(lsn);
  }
}

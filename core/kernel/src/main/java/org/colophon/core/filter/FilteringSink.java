package org.colophon.core.filter;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Sink that applies a filter and passes operations to another sink. It passes operations on
 * excluded objects and of excluded processes with a filtered id. The other sink only counts them.
 * Belongs to one thread.
 *
 * <p>Some changes of excluded processes are kept, because other operations depend on them. These
 * are links between processes, and changes to names and cuts of recorded objects. The latter are
 * recorded without the process.
 */
public final class FilteringSink implements OperationSink {
  private final OperationSink sink;
  private final FilterDecisions decisions;
  private final IdentityRegistry known;

  /**
   * Constructs a sink.
   *
   * @param known the objects that have an identity
   */
  public FilteringSink(OperationSink sink, FilterDecisions decisions, IdentityRegistry known) {
    this.sink = sink;
    this.decisions = decisions;
    this.known = known;
  }

  // --- processes ---

  @Override
  public long process(ProcessDeclaration declaration, long timeNanos) {
    boolean isExcluded = decisions.excludesProcess(declaration);
    long id = sink.process(decisions.stored(declaration, isExcluded), timeNanos);
    decisions.decideProcess(id, declaration, isExcluded);
    return id;
  }

  @Override
  public void describe(long process, ProcessDeclaration declaration, long timeNanos) {
    boolean isExcluded = decisions.excludesProcess(declaration);
    decisions.decideProcess(process, declaration, isExcluded);
    sink.describe(process, decisions.stored(declaration, isExcluded), timeNanos);
  }

  @Override
  public void link(LinkKind kind, long effect, long cause, long timeNanos) {
    if (kind == LinkKind.FORK || kind == LinkKind.EXEC) {
      decisions.inheritUser(effect, cause);
    }
    sink.link(kind, effect, cause, timeNanos);
  }

  @Override
  public void exit(long process, int status, long timeNanos) {
    sink.exit(process, status, timeNanos);
  }

  // --- objects ---

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    if (decisions.excludesObject(declaration)) {
      return decisions.newFilteredObject();
    }
    Bytes identity = declaration.identity();
    boolean isNew = identity.isEmpty() || known.find(identity) == 0;
    long id = sink.object(declaration, timeNanos);
    if (isNew && mayGetName(declaration)) {
      decisions.declared(id);
    }
    return id;
  }

  private static boolean mayGetName(ObjectDeclaration declaration) {
    return switch (declaration.kind()) {
      case PIPE, SOCKET, AGENT -> false;
      default -> true;
    };
  }

  @Override
  public long resolve(Bytes path) {
    return decisions.excludesName(path) ? decisions.newFilteredObject() : sink.resolve(path);
  }

  @Override
  public long objectAt(Bytes path, ObjectDeclaration declaration, long timeNanos) {
    if (decisions.excludesName(path) || decisions.excludesObject(declaration)) {
      return decisions.newFilteredObject();
    }
    long id = sink.objectAt(path, declaration, timeNanos);
    decisions.nameRecorded(id);
    return id;
  }

  // --- names ---

  @Override
  public void bind(long process, Bytes path, long object, long timeNanos) {
    long by = decisions.recordedProcess(process);
    if (decisions.excludesName(path)) {
      decisions.nameExcluded(object);
      sink.bind(by, path, FIRST_FILTERED, timeNanos);
    } else if (OperationSink.isFiltered(object)) {
      sink.unbind(by, path, timeNanos); // the name leaves its previous object
      sink.bind(by, path, FIRST_FILTERED, timeNanos);
    } else {
      decisions.nameRecorded(object);
      sink.bind(by, path, object, timeNanos);
    }
  }

  @Override
  public void unbind(long process, Bytes path, long timeNanos) {
    sink.unbind(decisions.recordedProcess(process), path, timeNanos);
  }

  @Override
  public void rename(long process, Bytes from, Bytes to, long timeNanos) {
    long by = decisions.recordedProcess(process);
    if (isMove(by, from, to, timeNanos)) {
      sink.rename(by, from, to, timeNanos);
    }
  }

  @Override
  public void renameBelow(long process, Bytes from, Bytes to, long timeNanos) {
    long by = decisions.recordedProcess(process);
    if (isMove(by, from, to, timeNanos)) {
      sink.renameBelow(by, from, to, timeNanos);
    }
  }

  /** Returns true if both names are recorded; otherwise removes the recorded one. */
  private boolean isMove(long by, Bytes from, Bytes to, long timeNanos) {
    boolean excludesFrom = decisions.excludesName(from);
    boolean excludesTo = decisions.excludesName(to);
    if (excludesFrom && excludesTo) {
      sink.renameBelow(by, from, to, timeNanos); // names below may be included
    } else if (excludesFrom || excludesTo) {
      sink.unbind(by, excludesFrom ? to : from, timeNanos);
    }
    return !excludesFrom && !excludesTo;
  }

  @Override
  public void exchange(long process, Bytes one, Bytes other, long timeNanos) {
    long by = decisions.recordedProcess(process);
    boolean excludesOne = decisions.excludesName(one);
    boolean excludesOther = decisions.excludesName(other);
    if (excludesOne != excludesOther) {
      sink.unbind(by, excludesOne ? other : one, timeNanos);
    } else if (!excludesOne) {
      sink.exchange(by, one, other, timeNanos);
    }
  }

  // --- operations ---

  /** Returns the object of an operation, or a filtered id if it is left out. */
  private long recorded(long process, long object) {
    return decisions.hasExcludedProcess(process)
        ? FIRST_FILTERED
        : decisions.recordedObject(object);
  }

  @Override
  public void access(
      OperationKind kind, Phase phase, long process, long object, long bytes, long timeNanos) {
    if (kind == OperationKind.ASSOCIATE) {
      decisions.decideUser(process, OperationSink.isFiltered(object));
    }
    sink.access(kind, phase, process, recorded(process, object), bytes, timeNanos);
  }

  @Override
  public void accessOnce(
      OperationKind kind, long process, long object, long bytes, long timeNanos) {
    if (kind == OperationKind.ASSOCIATE) {
      decisions.decideUser(process, OperationSink.isFiltered(object));
    }
    sink.accessOnce(kind, process, recorded(process, object), bytes, timeNanos);
  }

  @Override
  public void endRepeated(
      OperationKind kind, long process, long object, long count, long bytes, long timeNanos) {
    sink.endRepeated(kind, process, recorded(process, object), count, bytes, timeNanos);
  }

  @Override
  public void cut(Phase phase, long process, long object, long timeNanos) {
    sink.cut(
        phase, decisions.recordedProcess(process), decisions.recordedObject(object), timeNanos);
  }

  @Override
  public void derive(long effect, long cause, long process, long timeNanos) {
    sink.derive(recorded(process, effect), decisions.recordedObject(cause), process, timeNanos);
  }

  @Override
  public void extend(long process, long object, String type, Bytes data, long timeNanos) {
    long about = recorded(process, object);
    Bytes stored = OperationSink.isFiltered(about) ? data : decisions.redact(type, data);
    boolean isLeftOut = stored.isEmpty() && !data.isEmpty();
    sink.extend(process, isLeftOut ? FIRST_FILTERED : about, type, stored, timeNanos);
  }

  @Override
  public void gap(long process, GapCause cause, long count, long timeNanos) {
    sink.gap(process, cause, count, timeNanos);
  }

  @Override
  public void refuse(String place, String problem) {
    sink.refuse(place, problem);
  }

  // --- units and publishing ---

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
    return sink.flush();
  }

  @Override
  public void awaitDurable(long lsn) {
    sink.awaitDurable(lsn);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.core.spi.reporter.Operation;
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
public final class FilteringSink extends ForwardingSink {
  private final FilterDecisions decisions;
  private final IdentityRegistry identities;

  /**
   * Constructs a sink.
   *
   * @param identities the objects that have an identity
   */
  public FilteringSink(OperationSink sink, FilterDecisions decisions, IdentityRegistry identities) {
    super(sink);
    this.decisions = decisions;
    this.identities = identities;
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

  // --- objects ---

  @Override
  public long object(ObjectDeclaration declaration, long timeNanos) {
    if (decisions.excludesObject(declaration)) {
      return decisions.newFilteredObject();
    }
    Bytes identity = declaration.identity();
    boolean isNew = identity.isEmpty() || identities.find(identity) == 0;
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
  public void accept(Operation operation) {
    long process = operation.process();
    switch (operation.type()) {
      case LINK -> link(operation);
      case ACCESS, END_REPEATED -> access(operation);
      case CUT -> {
        operation.setProcess(decisions.recordedProcess(process));
        operation.setObject(decisions.recordedObject(operation.object()));
      }
      case DERIVE -> {
        operation.setObject(recorded(process, operation.object()));
        operation.setCause(decisions.recordedObject(operation.cause()));
      }
      case EXTENDED -> extended(operation);
      case EXIT, GAP, SNAPSHOT -> {} // never filtered
    }
    sink.accept(operation);
  }

  private void link(Operation operation) {
    LinkKind kind = operation.linkKind();
    if (kind == LinkKind.FORK || kind == LinkKind.EXEC) {
      decisions.inheritUser(operation.process(), operation.cause());
    }
  }

  private void access(Operation operation) {
    long process = operation.process();
    long object = operation.object();
    if (operation.kind() == OperationKind.ASSOCIATE) {
      decisions.decideUser(process, OperationSink.isFiltered(object));
    }
    operation.setObject(recorded(process, object));
  }

  private void extended(Operation operation) {
    long about = recorded(operation.process(), operation.object());
    Bytes data = operation.data();
    Bytes stored =
        OperationSink.isFiltered(about) ? data : decisions.redact(operation.dataType(), data);
    boolean isLeftOut = stored.isEmpty() && !data.isEmpty();
    operation.setObject(isLeftOut ? FIRST_FILTERED : about);
    operation.setData(stored);
  }
}

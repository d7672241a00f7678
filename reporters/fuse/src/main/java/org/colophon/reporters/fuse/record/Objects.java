package org.colophon.reporters.fuse.record;

import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Identities;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.process.Program;
import org.colophon.reporters.fuse.scope.Scope;

/** Maps nodes to objects and decides whether they are recorded. */
final class Objects {
  /** State of unrecorded nodes. */
  static final Known NOT_RECORDED = new Known(0);

  /** Epoch of a state to be computed again. */
  private static final int STALE = -1;

  private final Scope scope;
  private final String host;
  private final Names names;
  private final Losses losses;

  /**
   * Rises when renames of directories change the scope or names of unseen files. A node's state is
   * computed again at its next use.
   */
  private final AtomicInteger epoch = new AtomicInteger();

  /** Shared state of excluded nodes in the current epoch. */
  private volatile Known excluded = NOT_RECORDED;

  /** Shared state of unwritten nodes that are not included. */
  private volatile Known beside = Known.beside();

  Objects(Scope scope, String host, Names names, Losses losses) {
    this.scope = scope;
    this.host = host;
    this.names = names;
    this.losses = losses;
  }

  /** Returns whether accesses to a node are recorded. */
  boolean isInScope(Node node) {
    Bytes path = scope.isLimited() ? node.path() : null;
    return path == null || scope.hasPath(path);
  }

  /** Returns whether accesses to a node must never be recorded, even after a rename. */
  boolean isExcluded(Node node) {
    Bytes path = scope.isLimited() ? node.path() : null;
    return path != null && scope.excludes(path);
  }

  /** Returns the state of an existing node and declares its object. */
  Known of(Node node, OperationSink sink) {
    Known known = (Known) node.note;
    return known != null && known.epoch == epoch.get() ? known : meet(node, sink);
  }

  /** Does the same for a process; unrecorded processes, with id 0, do not declare objects. */
  Known usedBy(long process, Node node, OperationSink sink) {
    boolean isUnknown = process == 0 && node.note == null;
    return isUnknown ? NOT_RECORDED : of(node, sink);
  }

  private Known meet(Node node, OperationSink sink) {
    synchronized (node) {
      Known known = (Known) node.note;
      int now = epoch.get(); // before the path is read, which may change
      if (known == null || known.epoch != now) {
        known = metInPlace(node, known, now, sink);
        node.note = known;
      }
      return known;
    }
  }

  private Known metInPlace(Node node, Known before, int now, OperationSink sink) {
    long place = names.places.readLock();
    try {
      return known(node, before, now, sink);
    } finally {
      names.places.unlockRead(place);
    }
  }

  /** Keeps the state of a node without name. */
  private Known known(Node node, Known before, int now, OperationSink sink) {
    Bytes path = node.path();
    boolean wasRecorded = before != null && before.object != 0;
    boolean isRecorded = path == null ? before == null || wasRecorded : scope.hasPath(path);
    if (!isRecorded) {
      return outside(node, path, before, now);
    }
    Known known = wasRecorded ? before : met(node, path, before, sink);
    if (wasRecorded && path != null) {
      // An unseen rename of a parent may have given its name to another node, unless it was
      // looked up.
      names.again(path, known.object, known.epoch == STALE, sink);
    }
    known.epoch = now;
    return known;
  }

  /** Keeps writers of a file outside the scope until it moves into it. */
  private Known outside(Node node, Bytes path, Known before, int now) {
    boolean isExcluded = !node.isFile() || path == null || scope.excludes(path);
    if (!isExcluded && before != null && before.writtenBeside != null) {
      before.epoch = now;
      return before;
    }
    Known known = isExcluded ? excluded : beside;
    if (known.epoch != now) {
      known = isExcluded ? new Known(0) : Known.beside();
      known.epoch = now;
      if (isExcluded) {
        excluded = known;
      } else {
        beside = known;
      }
    }
    return known;
  }

  /**
   * Adds writers of a node outside the scope.
   *
   * @return its current state
   */
  Known writtenBeside(Node node, Writers.Noted writers, OperationSink sink) {
    Known known = noteBeside(node, writers);
    while (known == null) { // it has just been renamed
      of(node, sink);
      known = noteBeside(node, writers);
    }
    return known;
  }

  /** Returns null if the node has no state. */
  private static Known noteBeside(Node node, Writers.Noted writers) {
    synchronized (node) { // the monitor orders this with changes of the node's state
      Known known = (Known) node.note;
      if (known != null && known.isBeside) {
        known = known.writtenBeside == null ? known.written() : known;
        known.writtenBeside.addAll(writers);
        node.note = known;
      }
      return known;
    }
  }

  private Known met(Node node, Bytes path, Known before, OperationSink sink) {
    Known known = new Known(names.objectAt(path, declaration(node), sink));
    if (before != null && before.writtenBeside != null) {
      Writers.Noted writers = before.writtenBeside.all();
      losses.forgotten(writers.forgotten(), sink);
      for (Program program : writers.programs()) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, program.id(), known.object, 0, 0);
      }
      known.wrote(sink.flush());
    }
    return known;
  }

  /** Declares a node that a process created, with its names. */
  Known made(Node node, long process, OperationSink sink) {
    synchronized (node) {
      long place = names.places.readLock();
      try {
        Known known = madeInPlace(node, process, sink);
        node.note = known;
        return known;
      } finally {
        names.places.unlockRead(place);
      }
    }
  }

  private Known madeInPlace(Node node, long process, OperationSink sink) {
    int now = epoch.get();
    Bytes path = node.path();
    boolean isRecorded = path == null || scope.hasPath(path);
    if (!isRecorded) {
      return outside(node, path, null, now);
    }
    Known known = new Known(sink.object(declaration(node), 0));
    known.epoch = now;
    names.bind(process, path, known.object, sink, () -> create(process, known.object, sink));
    return known;
  }

  private static void create(long process, long object, OperationSink sink) {
    sink.access(OperationKind.CREATE, Phase.WHOLE, process, object, 0, 0);
  }

  private ObjectDeclaration declaration(Node node) {
    boolean isLasting = node.birthNanos() != 0; // otherwise inode numbers may be reused
    Bytes identity =
        isLasting
            ? Identities.inode(host, node.device(), node.inode(), node.birthNanos())
            : Bytes.EMPTY;
    return new ObjectDeclaration(kind(node.type()), identity, Bytes.EMPTY);
  }

  private static ObjectKind kind(int type) {
    return switch (type) {
      case Flags.S_IFREG -> ObjectKind.FILE;
      case Flags.S_IFDIR -> ObjectKind.DIRECTORY;
      case Flags.S_IFLNK -> ObjectKind.SYMLINK;
      case Flags.S_IFIFO -> ObjectKind.FIFO;
      case Flags.S_IFSOCK -> ObjectKind.SOCKET;
      default -> ObjectKind.DEVICE;
    };
  }

  /** A node was moved, with everything below. */
  void moved(Node node, boolean exchanged) {
    if (!scope.isLimited()) {
      return;
    }
    if (exchanged || node.isFolder()) {
      epoch.incrementAndGet();
    } else {
      reconsider(node);
    }
  }

  /** Reports earlier writers of a node that moved into the scope. */
  void tellBeside(Node node, OperationSink sink) {
    Known known = (Known) node.note;
    if (known != null && known.writtenBeside != null && !known.writtenBeside.all().isEmpty()) {
      of(node, sink);
    }
  }

  /** A node got a name in the scope. */
  void linked(Node node) {
    Known known = (Known) node.note;
    if (scope.isLimited() && (known == null || known.object == 0)) {
      reconsider(node);
    }
  }

  /** A node was found under a name that may not be recorded. */
  void found(Node node) {
    if (node.isFolder()) {
      epoch.incrementAndGet(); // names below it changed too
    } else if (isInScope(node)) {
      reconsider(node);
    }
  }

  private static void reconsider(Node node) {
    synchronized (node) {
      Known known = (Known) node.note;
      if (known != null && (known.object != 0 || known.writtenBeside != null)) {
        known.epoch = STALE;
      } else {
        node.note = null;
      }
    }
  }
}

package org.colophon.reporters.fuse.record;

import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Identities;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.os.Flags;
import org.colophon.reporters.fuse.process.Program;

/** Which object a node is, and whether it is recorded where it is. */
final class Objects {
  /** What is out of scope. */
  static final Known NOT_RECORDED = new Known(0);

  /** Whatever is known is to be found out anew. */
  private static final int STALE = -1;

  private final Scope scope;
  private final String host;
  private final Names names;
  private final Losses losses;

  /**
   * Rises when files come into the scope or leave it that nobody named, or have other names, since
   * a folder above them moved. Whether a node is recorded, and as what, is found out anew when it
   * is used next.
   */
  private final AtomicInteger epoch = new AtomicInteger();

  /** Stands for all that is excluded in the present epoch. */
  private volatile Known excluded = NOT_RECORDED;

  /** Stands for all that is only not included, and was not written. */
  private volatile Known beside = Known.beside();

  Objects(Scope scope, String host, Names names, Losses losses) {
    this.scope = scope;
    this.host = host;
    this.names = names;
    this.losses = losses;
  }

  /** Whether what is done with a node is recorded. */
  boolean isInScope(Node node) {
    Bytes path = scope.isLimited() ? node.path() : null;
    return path == null || scope.hasPath(path);
  }

  /** Whether nothing of what is done with a node is to be recorded, also once it is elsewhere. */
  boolean isExcluded(Node node) {
    Bytes path = scope.isLimited() ? node.path() : null;
    return path != null && scope.excludes(path);
  }

  /** What is known of a node that was there before; its object is declared if it was not. */
  Known of(Node node, OperationSink sink) {
    Known known = (Known) node.note;
    return known != null && known.epoch == epoch.get() ? known : meet(node, sink);
  }

  /** The same for a process, or for 0: those whose doings are not recorded make nothing known. */
  Known usedBy(long process, Node node, OperationSink sink) {
    boolean isUnknown = process == 0 && node.note == null;
    return isUnknown ? NOT_RECORDED : of(node, sink);
  }

  private Known meet(Node node, OperationSink sink) {
    synchronized (node) {
      Known known = (Known) node.note;
      int now = epoch.get(); // before the path is looked at, which may change
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

  /** One that has no name any more stays what it was. */
  private Known known(Node node, Known before, int now, OperationSink sink) {
    Bytes path = node.path();
    boolean wasRecorded = before != null && before.object != 0;
    boolean isRecorded = path == null ? before == null || wasRecorded : scope.hasPath(path);
    if (!isRecorded) {
      return outside(node, path, before, now);
    }
    Known known = wasRecorded ? before : met(node, path, before, sink);
    if (wasRecorded && path != null) {
      // A folder above it may have left the scope and come back, which nobody saw of the node: it
      // need not be what has the name by now. What was looked up is.
      names.again(path, known.object, known.epoch == STALE, sink);
    }
    known.epoch = now;
    return known;
  }

  /** What was written to a file beside what is recorded is told of when the file comes there. */
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
   * A node that was beside what is recorded is written. They are noted, unless it is not there by
   * now.
   *
   * @return what is known of it by now
   */
  Known writtenBeside(Node node, Writers.Noted writers, OperationSink sink) {
    Known known = noteBeside(node, writers);
    while (known == null) { // it got another name just now
      of(node, sink);
      known = noteBeside(node, writers);
    }
    return known;
  }

  /** Answers null if nothing is known of the node, and so nobody was noted. */
  private static Known noteBeside(Node node, Writers.Noted writers) {
    synchronized (node) { // who is noted is so before it is found out anew where the node is
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

  /** A node that was made just now, by a process: its creation and its names. */
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
    boolean isLasting = node.birthNanos() != 0; // else the inode's number may come again
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

  // --- what comes into the scope, and leaves it ---

  /** A node is elsewhere now, and with a folder all below. */
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

  /**
   * A node that was written beside what is recorded is told of at once where that is recorded by
   * now.
   */
  void tellBeside(Node node, OperationSink sink) {
    Known known = (Known) node.note;
    if (known != null && known.writtenBeside != null && !known.writtenBeside.all().isEmpty()) {
      of(node, sink);
    }
  }

  /**
   * A node has got a name in the scope, which is told of it. It may have been out of it by its
   * other names.
   */
  void linked(Node node) {
    Known known = (Known) node.note;
    if (scope.isLimited() && (known == null || known.object == 0)) {
      reconsider(node);
    }
  }

  /**
   * A node has a name that may not be recorded, which it is when the node is used next. One that is
   * out of the scope by this name may be in it by the other.
   */
  void found(Node node) {
    if (node.isFolder()) {
      epoch.incrementAndGet(); // names of all that is below
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

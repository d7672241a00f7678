package org.colophon.reporters.fuse.record;

import java.util.List;
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

/**
 * Which object a node is, and what it is called: by its path below the mount, and by that below the
 * source, which are one object.
 */
final class Objects {
  /** What is out of scope. */
  static final Known NOT_RECORDED = new Known(0);

  /** Whatever is known is to be found out anew. */
  private static final int STALE = -1;

  /** What the changes of names count as a place in; it is never anywhere. */
  private static final String UNIT = "fuse";

  private final Scope scope;
  private final String host;
  private final Bytes source;
  private final Bytes mount;
  private final boolean hasTwoNames;

  /**
   * Rises when files come into the scope or leave it that nobody named, since a folder above them
   * moved. Whether a node is recorded is found out anew when it is used next.
   */
  private final AtomicInteger epoch = new AtomicInteger();

  /** Stands for all that is out of scope in the present epoch. */
  private volatile Known outside = NOT_RECORDED;

  Objects(Scope scope, String host, Bytes source, Bytes mount) {
    this.scope = scope;
    this.host = host;
    this.source = source;
    this.mount = mount;
    this.hasTwoNames = !source.equals(mount);
  }

  /** Whether what is done with a node is recorded. */
  boolean isInScope(Node node) {
    Bytes path = scope.isLimited() ? node.path() : null;
    return path == null || scope.hasPath(path);
  }

  /** What is known of a node that was there before; its object is declared if it was not. */
  Known of(Node node, OperationSink sink) {
    Known known = (Known) node.note;
    return known != null && known.epoch == epoch.get() ? known : meet(node, sink);
  }

  private Known meet(Node node, OperationSink sink) {
    synchronized (node) {
      Known known = (Known) node.note;
      int now = epoch.get(); // before the path is looked at, which may change
      if (known == null || known.epoch != now) {
        known = known(node, known, now, sink);
        node.note = known;
      }
      return known;
    }
  }

  /** One that has no name any more stays what it was. */
  private Known known(Node node, Known before, int now, OperationSink sink) {
    Bytes path = node.path();
    boolean wasRecorded = before != null && before.object != 0;
    boolean isRecorded = path == null ? before == null || wasRecorded : scope.hasPath(path);
    if (!isRecorded) {
      return outside(now);
    }
    Known known = wasRecorded ? before : met(node, path, sink);
    if (wasRecorded && path != null) {
      nameAgain(path, known, sink);
    }
    known.epoch = now;
    return known;
  }

  /** A folder above it may have left the scope and come back, which nobody saw of the node. */
  private void nameAgain(Bytes path, Known known, OperationSink sink) {
    for (Bytes name : List.of(mount.concat(path), source.concat(path))) {
      if (sink.resolve(name) != known.object) {
        sink.bind(0, name, known.object, 0);
      }
    }
  }

  private Known outside(int now) {
    Known known = outside;
    if (known.epoch != now) {
      known = new Known(0);
      known.epoch = now;
      outside = known;
    }
    return known;
  }

  private Known met(Node node, Bytes path, OperationSink sink) {
    ObjectDeclaration declaration = declaration(node);
    if (path == null) {
      return new Known(sink.object(declaration, 0));
    }
    Known known = new Known(sink.objectAt(mount.concat(path), declaration, 0));
    if (hasTwoNames) {
      sink.objectAt(source.concat(path), declaration, 0);
    }
    return known;
  }

  /** A node that was made just now, by a process: its creation and its names. */
  Known made(Node node, long process, OperationSink sink) {
    synchronized (node) {
      int now = epoch.get();
      Bytes path = node.path();
      boolean isRecorded = path == null || scope.hasPath(path);
      Known known = isRecorded ? new Known(sink.object(declaration(node), 0)) : outside(now);
      known.epoch = now;
      node.note = known;
      if (isRecorded) {
        together(sink, () -> make(process, path, known.object, sink));
      }
      return known;
    }
  }

  private void make(long process, Bytes path, long object, OperationSink sink) {
    if (path != null) {
      bindBoth(process, path, object, sink);
    }
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

  // --- names ---

  /**
   * Each change of a name is published by itself, which costs far more than the change; a unit is
   * published once. Its position only ends it.
   */
  private static void together(OperationSink sink, Runnable changes) {
    sink.begin();
    changes.run();
    sink.position(UNIT, Bytes.EMPTY);
  }

  void bind(long process, Bytes path, long object, OperationSink sink) {
    together(sink, () -> bindBoth(process, path, object, sink));
  }

  private void bindBoth(long process, Bytes path, long object, OperationSink sink) {
    sink.bind(process, mount.concat(path), object, 0);
    if (hasTwoNames) {
      sink.bind(process, source.concat(path), object, 0);
    }
  }

  void unbind(long process, Bytes path, OperationSink sink) {
    if (scope.hasPath(path)) {
      together(sink, () -> unbindBoth(process, path, sink));
    }
  }

  private void unbindBoth(long process, Bytes path, OperationSink sink) {
    sink.unbind(process, mount.concat(path), 0);
    if (hasTwoNames) {
      sink.unbind(process, source.concat(path), 0);
    }
  }

  /** A rename into or out of what is recorded is a name that comes or goes. */
  void rename(long process, Bytes from, Bytes to, OperationSink sink) {
    if (scope.hasPath(from) && scope.hasPath(to)) {
      together(sink, () -> renameBoth(process, from, to, sink));
    } else {
      unbind(process, from, sink);
      unbind(process, to, sink); // what comes is known under its new name when it is used next
    }
  }

  private void renameBoth(long process, Bytes from, Bytes to, OperationSink sink) {
    sink.rename(process, mount.concat(from), mount.concat(to), 0);
    if (hasTwoNames) {
      sink.rename(process, source.concat(from), source.concat(to), 0);
    }
  }

  void exchange(long process, Bytes one, Bytes other, OperationSink sink) {
    if (scope.hasPath(one) && scope.hasPath(other)) {
      together(sink, () -> exchangeBoth(process, one, other, sink));
    } else {
      unbind(process, one, sink);
      unbind(process, other, sink);
    }
  }

  private void exchangeBoth(long process, Bytes one, Bytes other, OperationSink sink) {
    sink.exchange(process, mount.concat(one), mount.concat(other), 0);
    if (hasTwoNames) {
      sink.exchange(process, source.concat(one), source.concat(other), 0);
    }
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

  /** A node has got a name in the scope; it may have been out of it by its other names. */
  void linked(Node node) {
    if (scope.isLimited()) {
      reconsider(node);
    }
  }

  private static void reconsider(Node node) {
    synchronized (node) {
      Known known = (Known) node.note;
      if (known != null && known.object != 0) {
        known.epoch = STALE;
      } else {
        node.note = null;
      }
    }
  }
}

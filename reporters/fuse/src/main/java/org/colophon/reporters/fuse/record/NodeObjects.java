// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.process.Program;
import org.colophon.reporters.fuse.scope.Scope;
import org.jspecify.annotations.Nullable;

/** Maps nodes to objects and decides whether they are recorded. */
final class NodeObjects {
  /** State of unrecorded nodes. */
  static final NodeRecord NOT_RECORDED = new NodeRecord(0);

  /** Epoch of a state that is computed again at the next use. */
  private static final int STALE = -1;

  private final Scope scope;
  private final String host;
  private final RecordedNames names;
  private final RecordingLosses losses;

  /**
   * Increases when a rename of a directory may change names or scope of files below it. The state
   * of each node is then computed again at its next use.
   */
  private final AtomicInteger epoch = new AtomicInteger();

  /** Shared state of excluded nodes in the current epoch. */
  private volatile NodeRecord excluded = NOT_RECORDED;

  /** Shared state of unwritten nodes that are not included. */
  private volatile NodeRecord outside = NodeRecord.outside();

  NodeObjects(Scope scope, String host, RecordedNames names, RecordingLosses losses) {
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
  NodeRecord of(Node node, OperationSink sink) {
    NodeRecord nodeRecord = (NodeRecord) node.note;
    return nodeRecord != null && nodeRecord.epoch == epoch.get() ? nodeRecord : update(node, sink);
  }

  /**
   * Like {@link #of}, for an access by a process. Declares no object for process 0, which is not
   * recorded.
   */
  NodeRecord usedBy(long process, Node node, OperationSink sink) {
    boolean isUnknown = process == 0 && node.note == null;
    return isUnknown ? NOT_RECORDED : of(node, sink);
  }

  private NodeRecord update(Node node, OperationSink sink) {
    synchronized (node) {
      NodeRecord nodeRecord = (NodeRecord) node.note;
      int now = epoch.get(); // read before the path, which may change
      if (nodeRecord == null || nodeRecord.epoch != now) {
        nodeRecord = updateLocked(node, nodeRecord, now, sink);
        node.note = nodeRecord;
      }
      return nodeRecord;
    }
  }

  private NodeRecord updateLocked(
      Node node, @Nullable NodeRecord before, int now, OperationSink sink) {
    long place = names.namesLock.readLock();
    try {
      return compute(node, before, now, sink);
    } finally {
      names.namesLock.unlockRead(place);
    }
  }

  /** Computes the state of a node. The state of a node without a name does not change. */
  private NodeRecord compute(Node node, @Nullable NodeRecord before, int now, OperationSink sink) {
    Bytes path = node.path();
    boolean wasRecorded = before != null && before.object != 0;
    boolean isRecorded = path == null ? before == null || wasRecorded : scope.hasPath(path);
    if (!isRecorded) {
      return outside(node, path, before, now);
    }
    NodeRecord nodeRecord =
        before != null && wasRecorded ? before : declare(node, path, before, sink);
    if (wasRecorded && path != null) {
      // After a rename of a parent, the name may belong to another node. The name is certain only
      // if a lookup of it has just returned this node.
      names.again(path, nodeRecord.object, nodeRecord.epoch == STALE, sink);
    }
    nodeRecord.epoch = now;
    return nodeRecord;
  }

  /**
   * Returns the state of a node outside the scope. Writers of a file are stored until the file
   * enters the scope.
   */
  private NodeRecord outside(
      Node node, @Nullable Bytes path, @Nullable NodeRecord before, int now) {
    boolean isExcluded = !node.isFile() || path == null || scope.excludes(path);
    if (!isExcluded && before != null && before.outsideWriters != null) {
      before.epoch = now;
      return before;
    }
    NodeRecord nodeRecord = isExcluded ? excluded : outside;
    if (nodeRecord.epoch != now) {
      nodeRecord = isExcluded ? new NodeRecord(0) : NodeRecord.outside();
      nodeRecord.epoch = now;
      if (isExcluded) {
        excluded = nodeRecord;
      } else {
        outside = nodeRecord;
      }
    }
    return nodeRecord;
  }

  /**
   * Adds writers of a node outside the scope.
   *
   * @return the current state of the node
   */
  NodeRecord outsideWriters(Node node, OutsideWriters.Snapshot writers, OperationSink sink) {
    NodeRecord nodeRecord = addOutsideWriters(node, writers);
    while (nodeRecord == null) { // the node has just been renamed
      of(node, sink);
      nodeRecord = addOutsideWriters(node, writers);
    }
    return nodeRecord;
  }

  /** Adds writers to the state of a node. Returns null if the node has no state. */
  private static @Nullable NodeRecord addOutsideWriters(
      Node node, OutsideWriters.Snapshot writers) {
    synchronized (node) { // the monitor orders this with changes of the node's state
      NodeRecord nodeRecord = (NodeRecord) node.note;
      if (nodeRecord != null && nodeRecord.isOutside) {
        nodeRecord = nodeRecord.outsideWriters == null ? nodeRecord.written() : nodeRecord;
        Objects.requireNonNull(nodeRecord.outsideWriters).addAll(writers);
        node.note = nodeRecord;
      }
      return nodeRecord;
    }
  }

  private NodeRecord declare(
      Node node, @Nullable Bytes path, @Nullable NodeRecord before, OperationSink sink) {
    NodeRecord nodeRecord = new NodeRecord(names.objectAt(path, declaration(node), sink));
    if (before != null && before.outsideWriters != null) {
      OutsideWriters.Snapshot writers = before.outsideWriters.all();
      losses.forgotten(writers.forgotten(), sink);
      for (Program program : writers.programs()) {
        sink.access(OperationKind.WRITE, Phase.WHOLE, program.id(), nodeRecord.object, 0, 0);
      }
      nodeRecord.wrote(sink.flush());
    }
    return nodeRecord;
  }

  NodeRecord made(Node node, long process, OperationSink sink) {
    synchronized (node) {
      long place = names.namesLock.readLock();
      try {
        NodeRecord nodeRecord = madeInPlace(node, process, sink);
        node.note = nodeRecord;
        return nodeRecord;
      } finally {
        names.namesLock.unlockRead(place);
      }
    }
  }

  private NodeRecord madeInPlace(Node node, long process, OperationSink sink) {
    int now = epoch.get();
    Bytes path = node.path();
    boolean isRecorded = path == null || scope.hasPath(path);
    if (!isRecorded) {
      return outside(node, path, null, now);
    }
    NodeRecord nodeRecord = new NodeRecord(sink.object(declaration(node), 0));
    nodeRecord.epoch = now;
    names.bind(
        process, path, nodeRecord.object, sink, () -> create(process, nodeRecord.object, sink));
    return nodeRecord;
  }

  private static void create(long process, long object, OperationSink sink) {
    sink.access(OperationKind.CREATE, Phase.WHOLE, process, object, 0, 0);
  }

  private ObjectDeclaration declaration(Node node) {
    FileIdentity file = node.identity();
    Bytes identity = file.isUnique() ? file.ofHost(host) : Bytes.EMPTY;
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

  void moved(Node node, boolean exchanged) {
    if (!scope.isLimited()) {
      return;
    }
    if (exchanged || node.isDirectory()) {
      epoch.incrementAndGet();
    } else {
      markStale(node);
    }
  }

  /** Reports earlier writers of a node that moved into the scope. */
  void reportOutsideWrites(Node node, OperationSink sink) {
    NodeRecord nodeRecord = (NodeRecord) node.note;
    if (nodeRecord != null
        && nodeRecord.outsideWriters != null
        && !nodeRecord.outsideWriters.all().isEmpty()) {
      of(node, sink);
    }
  }

  /** Called when a node has got a name in the scope. */
  void linked(Node node) {
    NodeRecord nodeRecord = (NodeRecord) node.note;
    if (scope.isLimited() && (nodeRecord == null || nodeRecord.object == 0)) {
      markStale(node);
    }
  }

  /** Called when a node was found under a name that may not be recorded. */
  void found(Node node) {
    if (node.isDirectory()) {
      epoch.incrementAndGet(); // names below it changed too
    } else if (isInScope(node)) {
      markStale(node);
    }
  }

  private static void markStale(Node node) {
    synchronized (node) {
      NodeRecord nodeRecord = (NodeRecord) node.note;
      if (nodeRecord != null && (nodeRecord.object != 0 || nodeRecord.outsideWriters != null)) {
        nodeRecord.epoch = STALE;
      } else {
        node.note = null;
      }
    }
  }
}

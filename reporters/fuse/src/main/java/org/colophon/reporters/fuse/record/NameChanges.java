package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.Node;

/**
 * Reports name changes requested by one thread's callers. Paths are computed while {@link
 * Names#places} is held, because parent directories may move. Confined to its thread.
 */
final class NameChanges {
  private final Provenance provenance;
  private final Objects objects;
  private final Names names;
  private final Asker asker;
  private final OperationSink sink;

  /** Stamp of {@link Names#places} from {@link #renamed} to {@link #moved}; 0 otherwise. */
  private long place;

  NameChanges(Provenance provenance, Asker asker, OperationSink sink) {
    this.provenance = provenance;
    this.objects = provenance.objects;
    this.names = provenance.names;
    this.asker = asker;
    this.sink = sink;
  }

  /** A node has got an additional name. */
  void linked(Lane lane, Node node, Node folder, byte[] name) {
    Bytes path = folder.pathOf(name);
    if (path == null || !provenance.scope.hasPath(path)) {
      return;
    }
    long process = asker.process(lane);
    objects.linked(node);
    Known known = objects.usedBy(process, node, sink);
    if (known.object != 0) {
      bind(process, folder, name, known.object);
      asker.reported(lane);
      known.wrote(sink.flush());
    }
  }

  private void bind(long process, Node folder, byte[] name, long object) {
    long held = names.places.readLock();
    try {
      Bytes path = folder.pathOf(name); // the directory may have moved
      if (path != null && provenance.scope.hasPath(path)) {
        names.bind(process, path, object, sink);
      }
    } finally {
      names.places.unlockRead(held);
    }
  }

  /** A name was removed. */
  void unlinked(Lane lane, Node folder, byte[] name) {
    Bytes path = folder.pathOf(name);
    if (path != null && provenance.scope.hasPath(path)) {
      unbind(asker.process(lane), folder, name);
      asker.reported(lane);
    }
  }

  private void unbind(long process, Node folder, byte[] name) {
    long held = names.places.writeLock();
    try {
      Bytes path = folder.pathOf(name);
      if (path != null) {
        names.unbind(process, path, sink);
      }
    } finally {
      names.places.unlockWrite(held);
    }
  }

  /** A name was moved or exchanged; {@link #moved} follows. */
  void renamed(
      Lane lane, Node node, Node from, byte[] name, Node to, byte[] newName, boolean exchanged) {
    if (node == null) {
      return;
    }
    long process = asker.process(lane);
    Known known = objects.usedBy(process, node, sink); // by its previous name
    place = names.places.writeLock();
    boolean done = false;
    try {
      Bytes path = from.pathOf(name);
      Bytes newPath = to.pathOf(newName);
      if (path != null && newPath != null) {
        renamed(lane, process, known, node.isFolder(), path, newPath, exchanged);
      }
      done = true;
    } finally {
      if (!done) {
        letGo();
      }
    }
  }

  private void renamed(
      Lane lane,
      long process,
      Known known,
      boolean isFolder,
      Bytes path,
      Bytes newPath,
      boolean exchanged) {
    boolean isRecorded = provenance.scope.hasPath(path) || provenance.scope.hasPath(newPath);
    boolean isTracers = isFolder && !isRecorded && asker.tracer() != null;
    if (isTracers && !names.areAlike(path, newPath)) {
      return; // the tracer reports names below that are not recorded here
    }
    if (isRecorded || (isFolder && !provenance.scope.excludes(path))) {
      asker.reported(lane); // an unrecorded directory may contain recorded names
    }
    if (exchanged) {
      names.exchange(process, path, newPath, isFolder, sink);
    } else {
      names.rename(process, path, newPath, known.object, isFolder, sink);
    }
  }

  /** The node tree reflects the rename. */
  void moved(Node node, boolean exchanged) {
    letGo();
    objects.moved(node, exchanged);
    objects.tellBeside(node, sink);
  }

  private void letGo() {
    if (place != 0) {
      names.places.unlockWrite(place);
      place = 0;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.jspecify.annotations.Nullable;

/**
 * Reports the name changes that the callers of one serving thread request. Paths are computed while
 * {@link RecordedNames#namesLock} is held, because parent directories may move. One thread.
 */
final class NameChanges {
  private final MountRecording provenance;
  private final NodeObjects objects;
  private final RecordedNames names;
  private final Caller caller;
  private final OperationSink sink;

  /**
   * Stamp of {@link RecordedNames#namesLock}, which is held from {@link #renamed} to {@link
   * #moved}; 0 otherwise.
   */
  private long place;

  NameChanges(MountRecording provenance, Caller caller, OperationSink sink) {
    this.provenance = provenance;
    this.objects = provenance.objects;
    this.names = provenance.names;
    this.caller = caller;
    this.sink = sink;
  }

  void linked(RequestContext request, Node node, Node directory, byte[] name) {
    Bytes path = directory.pathOf(name);
    if (path == null || !provenance.scope.hasPath(path)) {
      return;
    }
    long process = caller.process(request);
    objects.linked(node);
    NodeRecord nodeRecord = objects.usedBy(process, node, sink);
    if (nodeRecord.object != 0) {
      bind(process, directory, name, nodeRecord.object);
      caller.reported(request);
      nodeRecord.wrote(sink.flush());
    }
  }

  private void bind(long process, Node directory, byte[] name, long object) {
    long held = names.namesLock.readLock();
    try {
      Bytes path = directory.pathOf(name); // the directory may have moved
      if (path != null && provenance.scope.hasPath(path)) {
        names.bind(process, path, object, sink);
      }
    } finally {
      names.namesLock.unlockRead(held);
    }
  }

  void unlinked(RequestContext request, Node directory, byte[] name) {
    Bytes path = directory.pathOf(name);
    if (path != null && provenance.scope.hasPath(path)) {
      unbind(caller.process(request), directory, name);
      caller.reported(request);
    }
  }

  private void unbind(long process, Node directory, byte[] name) {
    long held = names.namesLock.writeLock();
    try {
      Bytes path = directory.pathOf(name);
      if (path != null) {
        names.unbind(process, path, sink);
      }
    } finally {
      names.namesLock.unlockWrite(held);
    }
  }

  /** Reports that a name was moved or exchanged; {@link #moved} follows. */
  void renamed(
      RequestContext request,
      @Nullable Node node,
      Node from,
      byte[] name,
      Node to,
      byte[] newName,
      boolean exchanged) {
    if (node == null) {
      return;
    }
    long process = caller.process(request);
    NodeRecord nodeRecord = objects.usedBy(process, node, sink); // recorded under its previous name
    place = names.namesLock.writeLock();
    boolean done = false;
    try {
      Bytes path = from.pathOf(name);
      Bytes newPath = to.pathOf(newName);
      if (path != null && newPath != null) {
        renamed(request, process, nodeRecord, node.isDirectory(), path, newPath, exchanged);
      }
      done = true;
    } finally {
      if (!done) {
        release();
      }
    }
  }

  private void renamed(
      RequestContext request,
      long process,
      NodeRecord nodeRecord,
      boolean isDirectory,
      Bytes path,
      Bytes newPath,
      boolean exchanged) {
    boolean isRecorded = provenance.scope.hasPath(path) || provenance.scope.hasPath(newPath);
    boolean isTracers = isDirectory && !isRecorded && caller.tracer() != null;
    if (isTracers && !names.moveTogether(path, newPath)) {
      return; // the tracer reports names in the directory that are not recorded here
    }
    if (isRecorded || (isDirectory && !provenance.scope.excludes(path))) {
      caller.reported(request); // an unrecorded directory may contain recorded names
    }
    if (exchanged) {
      names.exchange(process, path, newPath, isDirectory, sink);
    } else {
      names.rename(process, path, newPath, nodeRecord.object, isDirectory, sink);
    }
  }

  /** Updates the state of nodes after the rename. Called when the node tree reflects it. */
  void moved(Node node, boolean exchanged) {
    release();
    objects.moved(node, exchanged);
    objects.reportOutsideWrites(node, sink);
  }

  private void release() {
    if (place != 0) {
      names.namesLock.unlockWrite(place);
      place = 0;
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.colophon.reporters.fuse.digest.LastState;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.mirror.RequestContext;
import org.colophon.reporters.fuse.process.Program;
import org.jspecify.annotations.Nullable;

/**
 * Reports the operations of one serving thread, and publishes them before each reply.
 *
 * <p>The dynamic loader reads the first 832 bytes of a library before mapping it. A first read of
 * that length counts as a load, as do later reads of the same open file.
 */
class Recorder implements MirrorObserver {
  private static final int LIBRARY_HEADER = 832;

  private final MountRecording provenance;
  private final NodeObjects objects;
  private final Caller caller;
  private final NameChanges names;
  private final OperationSink sink;

  /** Previous writers of a file outside the scope whose content is being cut. */
  private OutsideWriters.Snapshot cutWriters = OutsideWriters.Snapshot.NOBODY;

  Recorder(MountRecording provenance, OperationSink sink) {
    this.provenance = provenance;
    this.objects = provenance.objects;
    this.caller = new Caller(provenance, sink);
    this.names = new NameChanges(provenance, caller, sink);
    this.sink = sink;
  }

  /** Returns the caller's id in the sink; 0 if the caller is not recorded. */
  long process(RequestContext request) {
    return caller.process(request);
  }

  /** Returns the last caller for content watches; 0 if unknown. */
  long writer() {
    return caller.writer();
  }

  /** Returns the file's id in the sink; 0 if the file is not recorded. */
  long object(Node node) {
    return objects.of(node, sink).object;
  }

  /** Returns whether accesses of a recorded caller are recorded. Declares nothing. */
  boolean isInScope(Node node) {
    return objects.isInScope(node);
  }

  /** Returns whether accesses must never be recorded. */
  boolean isExcluded(Node node) {
    return objects.isExcluded(node);
  }

  private void access(OperationKind kind, Program program, long object, long bytes) {
    sink.access(kind, Phase.WHOLE, program.id(), object, bytes, 0);
  }

  @Override
  public void opened(RequestContext request, OpenFile file) {
    Program program = caller.program(request, file.node());
    ProcessTracer tracer = caller.tracer();
    boolean isRecorded = program != null || tracer != null;
    NodeRecord nodeRecord = isRecorded ? objects.of(file.node(), sink) : NodeObjects.NOT_RECORDED;
    if (nodeRecord.object == 0) {
      return;
    }
    if (tracer != null) {
      sink.flush(); // the tracer refers to the object
      boolean isUnseen = provenance.mayPass(file) && file.passThrough(request);
      tracer.opened(request.task, nodeRecord.object, isUnseen);
    }
    if (program == null) {
      return;
    }
    FileUsers users = users(file, nodeRecord);
    users.add(program);
    attachOpened(request, file, nodeRecord, users);
    if (file.isUnseen() && file.isWritable()) {
      nodeRecord.state.changed(); // perhaps, from now on
    }
    if (file.isForExecution()) {
      users.isCode = true;
      program.executes(nodeRecord.object);
    } else {
      reportOpenOrClose(NodeRecord.OPEN, program, nodeRecord);
    }
  }

  /**
   * Attaches the file's state at an open, unless the state is known. The mirror has just read it.
   */
  private void attachOpened(
      RequestContext request, OpenFile file, NodeRecord nodeRecord, FileUsers users) {
    if (file.node().isFile()) {
      users.isCounted = file.isWritable();
      FileState now = state(request, file.node());
      String type = nodeRecord.state.opened(now, file.isWritable());
      if (now != null && type != null) {
        nodeRecord.attach(type, now, sink);
        provenance.digests(digests -> digests.opened(file, nodeRecord, type, now));
      }
    }
  }

  /**
   * Returns the state of a node. Returns null if its status could not be read; then the request
   * still contains the status of another file.
   */
  private static @Nullable FileState state(RequestContext request, Node node) {
    return node.isSame(request.status) ? LastState.of(request.status) : null;
  }

  @Override
  public long closing(RequestContext request, OpenFile file) {
    if (file.note instanceof FileUsers users && users.isCounted) {
      objects
          .usedBy(0, file.node(), sink)
          .state
          .closed(state(request, file.node()), file.isUnseen());
    }
    recordRanges(file);
    boolean isPromised = provenance.ordering != Ordering.ASYNC && file.isWritable();
    return isPromised ? lastWrite(file) : 0;
  }

  @Override
  public long syncing(RequestContext request, OpenFile file) {
    if (provenance.ordering == Ordering.ASYNC) {
      return 0;
    }
    return file.node().isDirectory() ? provenance.lastNameLsn() : lastWrite(file);
  }

  /** Returns the LSN of a file's last write, which is its promise; 0 if there was no write. */
  private long lastWrite(OpenFile file) {
    NodeRecord nodeRecord = (NodeRecord) file.node().note;
    if (nodeRecord == null || nodeRecord.object == 0) {
      return 0;
    }
    nodeRecord.settle(sink);
    return nodeRecord.lastWriteLsn();
  }

  @Override
  public void keep(long lsn) {
    sink.awaitDurable(lsn);
  }

  private void recordRanges(OpenFile file) {
    NodeRecord nodeRecord = known(file.node());
    if (nodeRecord != null && file.isWritable()) {
      nodeRecord.recordRanges(sink);
    }
  }

  /** Attributes all bytes to nobody, because a program may have written them without requests. */
  private void losesRanges(RequestContext request, Node node) {
    NodeRecord nodeRecord = known(node);
    FileState now = state(request, node);
    if (nodeRecord != null && now != null && now.size() > 0) {
      nodeRecord.wroteRange(0, 0, now.size(), sink);
    }
  }

  /** Reports an open or close. A tracer reports the closes of its programs itself. */
  private void reportOpenOrClose(int kind, Program program, NodeRecord nodeRecord) {
    if (program.tracer() == null) {
      provenance.activity(program).addOpenOrClose(sink, kind, nodeRecord);
    } else if (kind == NodeRecord.OPEN) {
      access(OperationKind.OPEN, program, nodeRecord.object, 0);
      sink.flush();
    }
  }

  @Override
  public void released(RequestContext request, OpenFile file) {
    FileUsers users = (FileUsers) file.note;
    NodeRecord nodeRecord = objects.usedBy(0, file.node(), sink);
    if (users == null) {
      recordRanges(file);
      return;
    }
    users.unlist();
    if (file.isMappedUnseen() && nodeRecord.state.mayDiffer(state(request, file.node()))) {
      users.all().forEach(program -> write(program, nodeRecord, 0));
      losesRanges(request, file.node());
    }
    if (file.isUnseen() && file.isWritable()) {
      losesRanges(request, file.node());
    }
    recordRanges(file);
    if (users.isCounted) {
      if (file.isUnseen()) { // a tracer reports the writes, which the state follows
        caller.reportEarlier(request);
      }
      FileState last = nodeRecord.state.released(state(request, file.node()));
      if (last != null) {
        nodeRecord.attach(FileState.TYPE, last, sink);
        provenance.digests(digests -> digests.closed(file.node(), nodeRecord));
      }
    }
    if (nodeRecord.object != 0 && !users.isCode) {
      users.all().forEach(program -> reportOpenOrClose(NodeRecord.CLOSE, program, nodeRecord));
    }
  }

  @Override
  public void read(RequestContext request, OpenFile file, long offset, long bytes) {
    Program program = caller.program(request, file.node());
    NodeRecord nodeRecord = program == null ? null : objects.of(file.node(), sink);
    ProcessTracer tracer = caller.tracer();
    boolean isTold = tracer != null && file.isForExecution(); // the tracer reports the execution
    if (program == null || nodeRecord == null || nodeRecord.object == 0 || isTold) {
      return;
    }
    FileUsers users = users(file, nodeRecord);
    users.add(program);
    if (offset == 0 && bytes == LIBRARY_HEADER && !file.isWritable()) {
      users.isCode = true;
    }
    int kind = users.isCode ? NodeRecord.LOAD : NodeRecord.READ;
    boolean isUrgent = provenance.reportsAll || tracer != null;
    provenance.activity(program).access(sink, kind, nodeRecord, bytes, isUrgent);
  }

  private static FileUsers users(OpenFile file, NodeRecord nodeRecord) {
    FileUsers users = (FileUsers) file.note;
    if (users == null) {
      users = firstUsers(file);
    }
    if (file.isWritable()) {
      users.list(nodeRecord);
    }
    return users;
  }

  private static FileUsers firstUsers(OpenFile file) {
    synchronized (file) {
      if (file.note == null) {
        file.note = new FileUsers();
      }
      return (FileUsers) file.note;
    }
  }

  @Override
  public void writing(RequestContext request, OpenFile file, long offset, long bytes) {
    if (request.task == RequestContext.NOBODY) {
      caller.clear();
      writingMapped(file, bytes);
      return;
    }
    Program program = caller.program(request, file.node());
    NodeRecord nodeRecord = program == null ? null : objects.of(file.node(), sink);
    if (program == null || nodeRecord == null) {
      return;
    }
    if (nodeRecord.object == 0) {
      writeOutside(OutsideWriters.Snapshot.of(program), file.node(), nodeRecord);
      return;
    }
    users(file, nodeRecord).add(program);
    caller.beforeChange(request);
    write(program, nodeRecord, bytes);
  }

  /**
   * Stores writers of a file outside the scope. Reports them instead if the file has just entered
   * it.
   */
  private void writeOutside(OutsideWriters.Snapshot writers, Node node, NodeRecord nodeRecord) {
    NodeRecord now =
        nodeRecord.isOutside ? objects.outsideWriters(node, writers, sink) : nodeRecord;
    if (now.object != 0) {
      provenance.losses.forgotten(writers.forgotten(), sink);
      writers.programs().forEach(program -> write(program, now, 0));
    }
  }

  /** Attributes a write of a mapping to every program that may have written. */
  private void writingMapped(OpenFile file, long bytes) {
    NodeRecord nodeRecord = objects.usedBy(0, file.node(), sink);
    if (nodeRecord.object != 0) {
      nodeRecord.writers().forEach(program -> write(program, nodeRecord, bytes));
    }
  }

  private void write(Program program, NodeRecord nodeRecord, long bytes) {
    nodeRecord.state.changed();
    boolean isUrgent =
        provenance.reportsAll || provenance.ordering == Ordering.STRICT || program.tracer() != null;
    wrote(
        nodeRecord,
        provenance.activity(program).access(sink, NodeRecord.WRITE, nodeRecord, bytes, isUrgent));
  }

  private void wrote(NodeRecord nodeRecord, long lsn) {
    if (lsn > 0) {
      nodeRecord.wrote(lsn);
      if (provenance.ordering == Ordering.STRICT) {
        sink.awaitDurable(lsn);
      }
    }
  }

  /** Notes the range of a write, which a mapping's write-back attributes to nobody. */
  @Override
  public void written(RequestContext request, OpenFile file, long offset, long result) {
    NodeRecord nodeRecord = known(file.node());
    if (nodeRecord != null && result > 0) {
      nodeRecord.wroteRange(caller.known(), offset, offset + result, sink);
    }
  }

  @Override
  public void copied(
      RequestContext request,
      OpenFile from,
      long fromOffset,
      OpenFile to,
      long toOffset,
      long result) {
    NodeRecord source = known(from.node());
    NodeRecord target = known(to.node());
    if (source == null || target == null || result <= 0) {
      written(request, to, toOffset, result);
      return;
    }
    source.recordRanges(sink);
    ByteMap.Part part = new ByteMap.Part(source.object, fromOffset, result);
    ByteMap copy = new ByteMap(toOffset, List.of(ByteMap.Segment.copy(part)));
    target.recordRange(caller.known(), copy, sink);
  }

  /** Returns the state of a node if ranges of it are recorded; otherwise null. */
  private @Nullable NodeRecord known(Node node) {
    NodeRecord nodeRecord = provenance.recordsRanges() ? (NodeRecord) node.note : null;
    return nodeRecord == null || nodeRecord.object == 0 ? null : nodeRecord;
  }

  @Override
  public void resizing(RequestContext request, Node node, @Nullable OpenFile file, long size) {
    Program program = caller.program(request, node);
    NodeRecord nodeRecord = program == null ? null : objects.of(node, sink);
    if (program == null || nodeRecord == null) {
      return;
    }
    if (nodeRecord.object == 0) {
      writeOutside(OutsideWriters.Snapshot.of(program), node, nodeRecord);
      return;
    }
    caller.reported(request);
    caller.beforeChange(request);
    write(program, nodeRecord, 0);
  }

  @Override
  public void resized(RequestContext request, Node node, long size, boolean done) {
    NodeRecord nodeRecord = known(node);
    if (nodeRecord != null && done) {
      nodeRecord.recordRange(caller.known(), new ByteMap(size, List.of()), sink);
    }
  }

  @Override
  public void cutting(RequestContext request, Node node, @Nullable OpenFile file) {
    cut(request, node, Phase.BEGIN);
  }

  @Override
  public void cut(RequestContext request, Node node, boolean done) {
    OutsideWriters.Snapshot before = cutWriters;
    cutWriters = OutsideWriters.Snapshot.NOBODY;
    if (done) {
      cut(request, node, Phase.END);
    } else if (!before.isEmpty()) {
      writeOutside(before, node, objects.of(node, sink));
    }
  }

  private void cut(RequestContext request, Node node, Phase phase) {
    long process = caller.process(request);
    NodeRecord nodeRecord = objects.usedBy(process, node, sink);
    if (nodeRecord.object != 0) {
      caller.reported(request);
      caller.beforeChange(request);
      wrote(nodeRecord, cut(nodeRecord, process, phase));
    } else if (nodeRecord.outsideWriters != null && phase == Phase.BEGIN) {
      cutWriters = nodeRecord.outsideWriters.clear();
    }
  }

  private long cut(NodeRecord nodeRecord, long process, Phase phase) {
    nodeRecord.state.changed();
    nodeRecord.recordRanges(sink);
    return nodeRecord.afterWaiting(sink, () -> sink.cut(phase, process, nodeRecord.object, 0));
  }

  @Override
  public void created(RequestContext request, Node node) {
    Program program = caller.program(request, node);
    if (program == null) {
      return;
    }
    NodeRecord nodeRecord = objects.made(node, program.id(), sink);
    if (nodeRecord.object != 0) {
      caller.reported(request);
      nodeRecord.state.changed();
      nodeRecord.wrote(sink.flush());
      publishNames();
    }
  }

  /** Publishes changes of names. With strict ordering, waits until they are durable. */
  private void publishNames() {
    long lsn = sink.flush();
    provenance.namesChanged(lsn);
    if (provenance.ordering == Ordering.STRICT) {
      sink.awaitDurable(lsn);
    }
  }

  @Override
  public void changed(RequestContext request, Node node) {
    Program program = caller.program(request, node);
    NodeRecord nodeRecord = program == null ? null : objects.of(node, sink);
    if (program != null && nodeRecord != null && nodeRecord.object != 0) {
      nodeRecord.state.attributesChanged();
      access(OperationKind.METADATA, program, nodeRecord.object, 0);
      caller.reported(request);
      sink.flush();
      provenance.digests(digests -> digests.statusChanged(node));
    }
  }

  @Override
  public void linked(RequestContext request, Node node, Node directory, byte[] name) {
    names.linked(request, node, directory, name);
    publishNames();
    provenance.digests(digests -> digests.statusChanged(node));
  }

  @Override
  public void found(RequestContext request, Node node) {
    objects.found(node);
  }

  @Override
  public void unlinked(RequestContext request, @Nullable Node node, Node directory, byte[] name) {
    names.unlinked(request, directory, name);
    publishNames();
    provenance.digests(digests -> digests.statusChanged(node));
  }

  @Override
  public void renamed(
      RequestContext request,
      @Nullable Node node,
      Node from,
      byte[] name,
      Node to,
      byte[] newName,
      boolean exchanged) {
    names.renamed(request, node, from, name, to, newName, exchanged);
  }

  @Override
  public void moved(RequestContext request, Node node, boolean exchanged) {
    names.moved(node, exchanged);
    publishNames();
    provenance.digests(digests -> digests.statusChanged(node));
  }
}

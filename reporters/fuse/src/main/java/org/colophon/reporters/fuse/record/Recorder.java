package org.colophon.reporters.fuse.record;

import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.process.Program;

/**
 * Reports the operations of one serving thread. Publishes before each reply.
 *
 * <p>The dynamic loader reads the first 832 bytes of a library before mapping it. A first read of
 * that length counts as a load, as do later reads of the same open file.
 */
final class Recorder implements MirrorObserver {
  private static final int LIBRARY_HEADER = 832;

  private final Provenance provenance;
  private final Objects objects;
  private final Asker asker;
  private final NameChanges names;
  private final OperationSink sink;

  /** Previous writers of the file being cut, outside the scope. */
  private Writers.Noted cutBeside = Writers.Noted.NOBODY;

  Recorder(Provenance provenance, OperationSink sink) {
    this.provenance = provenance;
    this.objects = provenance.objects;
    this.asker = new Asker(provenance, sink);
    this.names = new NameChanges(provenance, asker, sink);
    this.sink = sink;
  }

  /** Returns the sink's id of the caller; 0 if it is not recorded. */
  long process(Lane lane) {
    return asker.process(lane);
  }

  /** Returns the last caller for content watches; 0 if unknown. */
  long writer() {
    return asker.writer();
  }

  /** Returns the sink's id of a file; 0 if it is not recorded. */
  long object(Node node) {
    return objects.of(node, sink).object;
  }

  /** Returns whether a recorded caller's access would be recorded. Declares nothing. */
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
  public void opened(Lane lane, OpenFile file) {
    Program program = asker.program(lane, file.node());
    ProcessTracer tracer = asker.tracer();
    boolean isRecorded = program != null || tracer != null;
    Known known = isRecorded ? objects.of(file.node(), sink) : Objects.NOT_RECORDED;
    if (known.object == 0) {
      return;
    }
    if (tracer != null) {
      sink.flush(); // the tracer refers to the object
      tracer.opened(lane.task, known.object);
    }
    if (program == null) {
      return;
    }
    Users users = users(file, known);
    users.add(program);
    if (file.isForExecution()) {
      users.isCode = true;
      program.executes(known.object);
    } else {
      touch(Known.OPEN, program, known);
    }
  }

  @Override
  public long closing(Lane lane, OpenFile file) {
    boolean isPromised = provenance.ordering != Ordering.ASYNC && file.isWritable();
    return isPromised ? lastWrite(file) : 0;
  }

  @Override
  public long syncing(Lane lane, OpenFile file) {
    return provenance.ordering == Ordering.ASYNC ? 0 : lastWrite(file);
  }

  /** Returns the LSN of a file's last write as its promise; 0 if it was not written. */
  private long lastWrite(OpenFile file) {
    Known known = (Known) file.node().note;
    if (known == null || known.object == 0) {
      return 0;
    }
    settle(known);
    return known.lastWriteLsn();
  }

  @Override
  public void keep(long lsn) {
    sink.awaitDurable(lsn);
  }

  /** Publishes waiting accesses of the object's user. */
  private void settle(Known known) {
    Activity user = known.user;
    if (user != null) {
      user.publish(sink);
    }
  }

  /** Reports an open or close; a tracer reports closes in its own order. */
  private void touch(int kind, Program program, Known known) {
    if (program.tracer() == null) {
      provenance.activity(program).touch(sink, kind, known);
    } else if (kind == Known.OPEN) {
      access(OperationKind.OPEN, program, known.object, 0);
      sink.flush();
    }
  }

  @Override
  public void released(Lane lane, OpenFile file) {
    Users users = (Users) file.note;
    Known known = objects.usedBy(0, file.node(), sink);
    if (users == null) {
      return;
    }
    users.unlist();
    if (known.object != 0 && !users.isCode) {
      users.all().forEach(program -> touch(Known.CLOSE, program, known));
    }
  }

  @Override
  public void read(Lane lane, OpenFile file, long offset, long bytes) {
    Program program = asker.program(lane, file.node());
    Known known = program == null ? null : objects.of(file.node(), sink);
    ProcessTracer tracer = asker.tracer();
    boolean isTold = tracer != null && file.isForExecution(); // the tracer reports executions
    if (known == null || known.object == 0 || isTold) {
      return;
    }
    Users users = users(file, known);
    users.add(program);
    if (offset == 0 && bytes == LIBRARY_HEADER && !file.isWritable()) {
      users.isCode = true;
    }
    int kind = users.isCode ? Known.LOAD : Known.READ;
    boolean isUrgent = provenance.reportsAll || tracer != null;
    provenance.activity(program).access(sink, kind, known, bytes, isUrgent);
  }

  private static Users users(OpenFile file, Known known) {
    Users users = (Users) file.note;
    if (users == null) {
      users = firstUsers(file);
    }
    if (file.isWritable()) {
      users.list(known);
    }
    return users;
  }

  private static Users firstUsers(OpenFile file) {
    synchronized (file) {
      if (file.note == null) {
        file.note = new Users();
      }
      return (Users) file.note;
    }
  }

  @Override
  public void writing(Lane lane, OpenFile file, long offset, long bytes) {
    if (lane.task == Lane.NOBODY) {
      asker.nobody();
      writingUnasked(file, bytes);
      return;
    }
    Program program = asker.program(lane, file.node());
    Known known = program == null ? null : objects.of(file.node(), sink);
    if (known == null) {
      return;
    }
    if (known.object == 0) {
      writeBeside(Writers.Noted.of(program), file.node(), known);
      return;
    }
    users(file, known).add(program);
    asker.beforeChange(lane);
    write(program, known, bytes);
  }

  /** Notes writers outside the scope, or reports them if the file has just moved into it. */
  private void writeBeside(Writers.Noted writers, Node node, Known known) {
    Known now = known.isBeside ? objects.writtenBeside(node, writers, sink) : known;
    if (now.object != 0) {
      provenance.losses.forgotten(writers.forgotten(), sink);
      writers.programs().forEach(program -> write(program, now, 0));
    }
  }

  /** Attributes writes of a mapping to all its possible writers. */
  private void writingUnasked(OpenFile file, long bytes) {
    Known known = objects.usedBy(0, file.node(), sink);
    if (known.object != 0) {
      known.writers().forEach(program -> write(program, known, bytes));
    }
  }

  private void write(Program program, Known known, long bytes) {
    boolean isUrgent =
        provenance.reportsAll || provenance.ordering == Ordering.STRICT || program.tracer() != null;
    wrote(known, provenance.activity(program).access(sink, Known.WRITE, known, bytes, isUrgent));
  }

  private void wrote(Known known, long lsn) {
    if (lsn > 0) {
      known.wrote(lsn);
      if (provenance.ordering == Ordering.STRICT) {
        sink.awaitDurable(lsn);
      }
    }
  }

  @Override
  public void resizing(Lane lane, Node node, OpenFile file, long size) {
    Program program = asker.program(lane, node);
    Known known = program == null ? null : objects.of(node, sink);
    if (known == null) {
      return;
    }
    if (known.object == 0) {
      writeBeside(Writers.Noted.of(program), node, known);
      return;
    }
    asker.reported(lane);
    asker.beforeChange(lane);
    write(program, known, 0);
  }

  @Override
  public void cutting(Lane lane, Node node, OpenFile file) {
    cut(lane, node, Phase.BEGIN);
  }

  @Override
  public void cut(Lane lane, Node node, boolean done) {
    Writers.Noted before = cutBeside;
    cutBeside = Writers.Noted.NOBODY;
    if (done) {
      cut(lane, node, Phase.END);
    } else if (!before.isEmpty()) {
      writeBeside(before, node, objects.of(node, sink));
    }
  }

  private void cut(Lane lane, Node node, Phase phase) {
    long process = asker.process(lane);
    Known known = objects.usedBy(process, node, sink);
    if (known.object != 0) {
      asker.reported(lane);
      asker.beforeChange(lane);
      wrote(known, cut(known, process, phase));
    } else if (known.writtenBeside != null && phase == Phase.BEGIN) {
      cutBeside = known.writtenBeside.clear();
    }
  }

  /** Cuts the object after all waiting accesses are published. */
  private long cut(Known known, long process, Phase phase) {
    while (true) {
      settle(known);
      synchronized (known) {
        if (known.pending == 0) {
          known.user = null;
          sink.cut(phase, process, known.object, 0);
          return sink.flush();
        }
      }
    }
  }

  @Override
  public void created(Lane lane, Node node) {
    Program program = asker.program(lane, node);
    if (program == null) {
      return;
    }
    Known known = objects.made(node, program.id(), sink);
    if (known.object != 0) {
      asker.reported(lane);
      known.wrote(sink.flush());
    }
  }

  @Override
  public void changed(Lane lane, Node node) {
    Program program = asker.program(lane, node);
    Known known = program == null ? null : objects.of(node, sink);
    if (known != null && known.object != 0) {
      access(OperationKind.METADATA, program, known.object, 0);
      asker.reported(lane);
      sink.flush();
    }
  }

  @Override
  public void linked(Lane lane, Node node, Node folder, byte[] name) {
    names.linked(lane, node, folder, name);
  }

  @Override
  public void found(Lane lane, Node node) {
    objects.found(node);
  }

  @Override
  public void unlinked(Lane lane, Node folder, byte[] name) {
    names.unlinked(lane, folder, name);
  }

  @Override
  public void renamed(
      Lane lane, Node node, Node from, byte[] name, Node to, byte[] newName, boolean exchanged) {
    names.renamed(lane, node, from, name, to, newName, exchanged);
  }

  @Override
  public void moved(Lane lane, Node node, boolean exchanged) {
    names.moved(node, exchanged);
  }
}

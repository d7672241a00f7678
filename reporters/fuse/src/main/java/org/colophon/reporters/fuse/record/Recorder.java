package org.colophon.reporters.fuse.record;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.Identities;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ProcessTracer;
import org.colophon.reporters.fuse.inspect.FileWatch;
import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.process.Program;

/**
 * Reports what one thread of the mirror does for its callers. Publishes before each answer.
 *
 * <p>The dynamic loader reads the first 832 bytes of a library before it maps it: a first read of
 * that length from the beginning of a file counts as a load, and so does what is read of it from
 * then on, as in the strace reporter.
 */
final class Recorder implements MirrorObserver {
  private static final int LIBRARY_HEADER = 832;

  private final Provenance provenance;
  private final Objects objects;
  private final Names names;
  private final OperationSink sink;

  /** Who traces the program at hand and so must be told what is reported here; null if nobody. */
  private ProcessTracer tracer;

  /** Whom what is reported now is charged to; 0 for nobody whose doings are recorded. */
  private long actor;

  /** Whether it is asked for by somebody whose doings are not recorded. */
  private boolean isLeftOut;

  /** Holds {@link Names#places} from {@link #renamed} to {@link #moved}; 0 otherwise. */
  private long place;

  /** Who wrote what this thread is cutting off, where that is not recorded. */
  private Writers.Noted cutBeside = Writers.Noted.NOBODY;

  Recorder(Provenance provenance, OperationSink sink) {
    this.provenance = provenance;
    this.objects = provenance.objects;
    this.names = provenance.names;
    this.sink = sink;
  }

  // --- who and what ---

  /** Who asks; null if it is nobody whose doings are recorded, or if it has not begun yet. */
  private Program program(Lane lane) {
    tracer = null;
    actor = 0;
    isLeftOut = isUnseen(lane) || !provenance.scope.hasUser(lane.user);
    if (isLeftOut) {
      return null;
    }
    Program program = who(lane);
    if (program == null) {
      return null;
    }
    tracer = program.tracer();
    if (program.id() == 0) {
      return null;
    }
    if (program.actsFor(lane.user)) {
      associate(program.id(), lane.user);
    }
    actor = program.id();
    return program;
  }

  /** The kernel has no id for those outside the pid namespace in which the mirror was mounted. */
  private static boolean isUnseen(Lane lane) {
    return lane.task == 0;
  }

  /** The same for something that is not recorded unless it is charged to somebody. */
  private Program program(Lane lane, Node node) {
    if (isUnseen(lane) && provenance.scope.hasUser(lane.user) && objects.isInScope(node)) {
      provenance.losses.unseen();
    }
    return program(lane);
  }

  /** Who traces looks at files, to understand what it reports meanwhile. */
  private Program who(Lane lane) {
    int task = lane.task;
    return provenance.neighbours.hasTracers()
        ? lane.asSelf(() -> provenance.programs.of(task, sink))
        : provenance.programs.of(task, sink);
  }

  /** Tells who traces the program that what its call does is reported. */
  private void reported(Lane lane) {
    if (tracer != null) {
      tracer.reported(lane.task);
    }
  }

  /**
   * A content is about to change. What a tracer has to say of those who used it before comes first.
   */
  private void beforeChange(Lane lane) {
    if (provenance.neighbours.hasTracers()) {
      lane.asSelf(() -> catchUp(lane.task));
    }
  }

  private boolean catchUp(int task) {
    if (tracer != null) {
      tracer.writes(task);
    } else {
      provenance.neighbours.catchUp();
    }
    return true;
  }

  /** Names and cuts count whoever makes them; 0 for those whose doings are not recorded. */
  long process(Lane lane) {
    program(lane);
    return actor;
  }

  /** Who asked last on this thread, as watches of contents want to know it; 0 if unknown. */
  long writer() {
    return isLeftOut ? FileWatch.NOT_RECORDED : actor;
  }

  /** The sink's id of a file; 0 if it is not recorded. */
  long object(Node node) {
    return objects.of(node, sink).object;
  }

  /** Whether it would be if somebody used it now whose doings are; makes nothing known. */
  boolean isInScope(Node node) {
    return objects.isInScope(node);
  }

  /** Whether nothing is ever to be said of what is done with it where it is. */
  boolean isExcluded(Node node) {
    return objects.isExcluded(node);
  }

  /** What is known of a node; those whose doings are not recorded make nothing known. */
  private Known known(long process, Node node) {
    boolean isUnknown = process == 0 && node.note == null;
    return isUnknown ? Objects.NOT_RECORDED : objects.of(node, sink);
  }

  private void associate(long process, int user) {
    Bytes identity = Identities.user(provenance.host, Integer.toUnsignedLong(user));
    Bytes label = Bytes.of("user " + Integer.toUnsignedString(user));
    long agent = sink.object(new ObjectDeclaration(ObjectKind.AGENT, identity, label), 0);
    sink.access(OperationKind.ASSOCIATE, Phase.WHOLE, process, agent, 0, 0);
  }

  private void access(OperationKind kind, Program program, long object, long bytes) {
    sink.access(kind, Phase.WHOLE, program.id(), object, bytes, 0);
  }

  // --- opening and closing ---

  @Override
  public void opened(Lane lane, OpenFile file) {
    Program program = program(lane, file.node());
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

  /** What is promised of a file is its last write; 0 if it was not written. */
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

  /** Publishes what waits of the object's present user. */
  private void settle(Known known) {
    Activity user = known.user;
    if (user != null) {
      user.publish(sink);
    }
  }

  /** A tracer reports the closing in the order of what else the program does. */
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
    Known known = known(0, file.node());
    if (users == null) {
      return;
    }
    users.unlist();
    if (known.object != 0 && !users.isCode) {
      users.all().forEach(program -> touch(Known.CLOSE, program, known));
    }
  }

  // --- content ---

  @Override
  public void read(Lane lane, OpenFile file, long offset, long bytes) {
    Program program = program(lane, file.node());
    Known known = program == null ? null : objects.of(file.node(), sink);
    boolean isTold = tracer != null && file.isForExecution(); // the tracer says what was executed
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
      actor = 0;
      isLeftOut = false;
      writingUnasked(file, bytes);
      return;
    }
    Program program = program(lane, file.node());
    Known known = program == null ? null : objects.of(file.node(), sink);
    if (known == null) {
      return;
    }
    if (known.object == 0) {
      writeBeside(Writers.Noted.of(program), file.node(), known);
      return;
    }
    users(file, known).add(program);
    beforeChange(lane);
    write(program, known, bytes);
  }

  /** Is told of when the file comes to where that is recorded, as it may just now. */
  private void writeBeside(Writers.Noted writers, Node node, Known known) {
    Known now = known.isBeside ? objects.writtenBeside(node, writers, sink) : known;
    if (now.object != 0) {
      provenance.losses.forgotten(writers.forgotten(), sink);
      writers.programs().forEach(program -> write(program, now, 0));
    }
  }

  /** The kernel writes what somebody changed in a mapping. */
  private void writingUnasked(OpenFile file, long bytes) {
    Known known = known(0, file.node());
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
    Program program = program(lane, node);
    Known known = program == null ? null : objects.of(node, sink);
    if (known == null) {
      return;
    }
    if (known.object == 0) {
      writeBeside(Writers.Noted.of(program), node, known);
      return;
    }
    reported(lane);
    beforeChange(lane);
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
    long process = process(lane);
    Known known = known(process, node);
    if (known.object != 0) {
      reported(lane);
      beforeChange(lane);
      wrote(known, cut(known, process, phase));
    } else if (known.writtenBeside != null && phase == Phase.BEGIN) {
      cutBeside = known.writtenBeside.clear();
    }
  }

  /** What is used after it is another version: nothing waits across it. */
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

  // --- names and attributes ---

  @Override
  public void created(Lane lane, Node node) {
    made(lane, node);
  }

  @Override
  public void createdUnnamed(Lane lane, Node node) {
    made(lane, node);
  }

  private void made(Lane lane, Node node) {
    Program program = program(lane, node);
    if (program == null) {
      return;
    }
    Known known = objects.made(node, program.id(), sink);
    if (known.object != 0) {
      reported(lane);
      known.wrote(sink.flush());
    }
  }

  @Override
  public void changed(Lane lane, Node node) {
    Program program = program(lane, node);
    Known known = program == null ? null : objects.of(node, sink);
    if (known != null && known.object != 0) {
      access(OperationKind.METADATA, program, known.object, 0);
      reported(lane);
      sink.flush();
    }
  }

  @Override
  public void linked(Lane lane, Node node, Node folder, byte[] name) {
    Bytes path = folder.pathOf(name);
    if (path == null || !provenance.scope.hasPath(path)) {
      return;
    }
    long process = process(lane);
    objects.linked(node);
    Known known = known(process, node);
    if (known.object != 0) {
      bind(process, folder, name, known.object);
      reported(lane);
      known.wrote(sink.flush());
    }
  }

  private void bind(long process, Node folder, byte[] name, long object) {
    long place = names.places.readLock();
    try {
      Bytes path = folder.pathOf(name); // the folder may have moved since it was looked at
      if (path != null && provenance.scope.hasPath(path)) {
        names.bind(process, path, object, sink);
      }
    } finally {
      names.places.unlockRead(place);
    }
  }

  @Override
  public void unlinked(Lane lane, Node folder, byte[] name) {
    Bytes path = folder.pathOf(name);
    if (path != null && provenance.scope.hasPath(path)) {
      unbind(process(lane), folder, name);
      reported(lane);
    }
  }

  private void unbind(long process, Node folder, byte[] name) {
    long place = names.places.writeLock();
    try {
      Bytes path = folder.pathOf(name);
      if (path != null) {
        names.unbind(process, path, sink);
      }
    } finally {
      names.places.unlockWrite(place);
    }
  }

  @Override
  public void renamed(
      Lane lane, Node node, Node from, byte[] name, Node to, byte[] newName, boolean exchanged) {
    if (node == null) {
      return;
    }
    long process = process(lane);
    Known known = known(process, node); // by the name that it had before
    place = names.places.writeLock();
    boolean done = false;
    try {
      renamed(lane, process, known, from.pathOf(name), to.pathOf(newName), exchanged);
      done = true;
    } finally {
      if (!done) {
        letGo();
      }
    }
  }

  private void renamed(
      Lane lane, long process, Known known, Bytes path, Bytes newPath, boolean exchanged) {
    if (path == null || newPath == null) {
      return;
    }
    if (provenance.scope.hasPath(path) || provenance.scope.hasPath(newPath)) {
      reported(lane);
    }
    if (exchanged) {
      names.exchange(process, path, newPath, sink);
    } else {
      names.rename(process, path, newPath, known.object, sink);
    }
  }

  /** What moved is by now where it is recorded to be. */
  private void letGo() {
    if (place != 0) {
      names.places.unlockWrite(place);
      place = 0;
    }
  }

  @Override
  public void moved(Lane lane, Node node, boolean exchanged) {
    letGo();
    objects.moved(node, exchanged);
    objects.tellBeside(node, sink);
  }
}

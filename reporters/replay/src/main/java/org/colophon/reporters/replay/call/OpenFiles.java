package org.colophon.reporters.replay.call;

import java.util.Set;
import org.agrona.collections.LongHashSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.Identities;
import org.colophon.reporters.replay.content.FileChanges;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Tracee;

/** Creates open files and declares their objects. */
final class OpenFiles {
  private static final Set<Bytes> CARRY_NOTHING =
      Set.of(
          Bytes.of("/dev/null"),
          Bytes.of("/dev/zero"),
          Bytes.of("/dev/full"),
          Bytes.of("/dev/random"),
          Bytes.of("/dev/urandom"));

  private static final Set<Bytes> MULTIPLEXERS =
      Set.of(Bytes.of("/dev/ptmx"), Bytes.of("/dev/pts/ptmx"));

  private static final Bytes DEV = Bytes.of("/dev/");
  private static final Bytes SHARED_MEMORY = Bytes.of("/dev/shm/");
  private static final int MAX_REMEMBERED = 1 << 16;

  private static final Bytes MEMORY = Bytes.of("/memfd:");
  private static final Bytes DELETED = Bytes.of(" (deleted)");

  private final AccessReporter report;
  private final String host;
  private final String boot;
  private final HostProbe probe;
  private final long begunNanos;
  final FileChanges changes;
  private final LongHashSet fifos = new LongHashSet(0);
  private final LongHashSet notFifos = new LongHashSet(0);
  private long pipes;

  OpenFiles(AccessReporter report, ReplaySettings settings) {
    this.report = report;
    this.host = settings.host();
    this.boot = settings.boot();
    this.probe = settings.probe();
    this.begunNanos = settings.begunNanos();
    this.changes = new FileChanges(report.sink, probe, settings.begunNanos());
  }

  OpenFile at(Bytes path) {
    if (CARRY_NOTHING.contains(path)) {
      return OpenFile.nothing(path);
    }
    if (isTerminal(path)) {
      return terminal(path);
    }
    if (MULTIPLEXERS.contains(path)) {
      return newTerminal(path);
    }
    long known = report.sink.resolve(path);
    HostProbe.Status status = isAsked(known) || !isOrdinary(path) ? null : probe.status(path);
    if (fifos.contains(known) || (status != null && status.isFifo())) {
      long fifo = fifoAt(path);
      return OpenFile.stream(fifo, fifo, path);
    }
    long object = known == 0 ? objectAt(path) : known;
    seen(path, object, status);
    return OpenFile.file(object, path);
  }

  private boolean isAsked(long object) {
    return fifos.contains(object) || notFifos.contains(object);
  }

  /** Returns the object at an existing path. Queries the file's status at the first use. */
  long usedAt(Bytes path) {
    long object = objectAt(path);
    if (!isAsked(object)) {
      seen(path, object, probe.status(path));
    }
    return object;
  }

  private void seen(Bytes path, long object, HostProbe.Status status) {
    if (status != null) {
      remember(object);
      changes.seen(path, object, status, report.nowNanos);
    }
  }

  /** Marks a file as open for writing. */
  void openForWriting(OpenFile file) {
    if (!file.isWritable && !file.isStream && !file.isMirrored && file.path != null) {
      changes.written(file.path, file.write);
    }
    file.isWritable = true;
  }

  /** Returns whether a path leads to a named pipe. Queries the host once for each path. */
  boolean isFifo(Bytes path) {
    long object = report.sink.resolve(path);
    if (fifos.contains(object)) {
      return true;
    }
    if (notFifos.contains(object) || !isOrdinary(path)) {
      return false;
    }
    HostProbe.Status status = probe.status(path);
    boolean isFifo = status != null && status.isFifo();
    if (isFifo && object != 0) {
      fifos.add(object);
    } else if (object != 0) {
      remember(object);
    }
    return isFifo;
  }

  private void remember(long notFifo) {
    if (notFifos.size() >= MAX_REMEMBERED) {
      notFifos.clear();
    }
    notFifos.add(notFifo);
  }

  private long fifoAt(Bytes path) {
    long object = report.sink.objectAt(path, ObjectKind.FIFO, report.nowNanos);
    fifos.add(object);
    return object;
  }

  /** Returns whether a file was created since the trace began. */
  boolean isBornInTrace(Bytes path) {
    return probe.isBornSince(path, begunNanos);
  }

  void madeFifo(long object) {
    fifos.add(object);
  }

  /** Returns the object at an existing path; 0 if it has no data. */
  long objectAt(Bytes path) {
    if (CARRY_NOTHING.contains(path)) {
      return 0;
    }
    return report.sink.objectAt(path, kindOf(path), report.nowNanos);
  }

  boolean isOrdinary(Bytes path) {
    return !path.startsWith(DEV) || path.startsWith(SHARED_MEMORY);
  }

  long newObject(ObjectKind kind, String label) {
    return report.sink.object(ObjectDeclaration.of(kind, label), report.nowNanos);
  }

  /** Creates a pipe, whose two ends have the same object. */
  long newPipe(Tracee process) {
    return newObject(ObjectKind.PIPE, "pipe:[" + process.pid + "." + ++pipes + "]");
  }

  /** Returns the target of a descriptor that was open before the trace. */
  OpenFile from(HostProbe.Link link) {
    return link.deleted() == null ? named(link.text()) : unnamed(link.text(), link.deleted());
  }

  /** Returns the target that a {@code strace -y} decoration describes. */
  OpenFile fromDecoration(Bytes text) {
    boolean isDeleted = !text.isEmpty() && !pathOf(text).equals(text);
    return isDeleted ? unnamed(text, "") : named(text);
  }

  /** Returns a deleted file. Its object differs from that of the file that now has the path. */
  private OpenFile unnamed(Bytes link, String which) {
    Bytes path = link.slice(0, link.length() - DELETED.length());
    if (isTerminal(path)) {
      return terminal(path);
    }
    ObjectKind kind = path.startsWith(MEMORY) ? ObjectKind.MEMORY : ObjectKind.FILE;
    long object = known(kind, link.toString(), which);
    boolean isMirrored = kind == ObjectKind.FILE && probe.isMirrored(path);
    OpenFile file = isMirrored ? OpenFile.mirrored(object, null) : OpenFile.file(object, null);
    file.label = link;
    return file;
  }

  private OpenFile named(Bytes link) {
    if (link.isEmpty()) {
      return null;
    }
    if (link.at(0) == '/') {
      return probe.isMirrored(link) ? OpenFile.mirrored(objectAt(link), link) : at(link);
    }
    String text = link.toString();
    if (text.startsWith("pipe:")) {
      long pipe = known(ObjectKind.PIPE, text, "");
      return OpenFile.stream(pipe, pipe, null);
    }
    if (text.startsWith("anon_inode:")) {
      return OpenFile.nothing(null);
    }
    return OpenFile.stream(
        known(ObjectKind.SOCKET, text + " received", ""),
        known(ObjectKind.SOCKET, text + " sent", ""),
        null);
  }

  private long known(ObjectKind kind, String text, String which) {
    Bytes identity = Identities.of("descriptor", host, boot, text + which);
    ObjectDeclaration declaration = new ObjectDeclaration(kind, identity, Bytes.of(text));
    return report.sink.object(declaration, report.nowNanos);
  }

  /** Returns the path in a decoration, without the mark of a deleted file. */
  Bytes pathOf(Bytes decoration) {
    int end = decoration.length();
    int note = end - DELETED.length();
    boolean isNoted = note > 0 && decoration.slice(note, end).equals(DELETED);
    return isNoted && !probe.exists(decoration) ? decoration.slice(0, note) : decoration;
  }

  private static boolean isTerminal(Bytes path) {
    if (!path.startsWith(DEV) || path.length() > 20) {
      return false;
    }
    String name = path.toString().substring(5);
    return name.equals("tty") || name.equals("console") || name.matches("(pts/|ttyS?)[0-9]+");
  }

  private OpenFile terminal(Bytes path) {
    return OpenFile.stream(
        named("terminal://" + path + "/input", ObjectKind.TERMINAL),
        named("terminal://" + path + "/output", ObjectKind.TERMINAL),
        path);
  }

  /**
   * Returns the master of a new terminal. Writes to the master are the terminal's input, and reads
   * from it the terminal's output.
   */
  private OpenFile newTerminal(Bytes path) {
    long output = newObject(ObjectKind.TERMINAL, "terminal output");
    long input = newObject(ObjectKind.TERMINAL, "terminal input");
    return OpenFile.stream(output, input, path);
  }

  /**
   * Names the input and output of a terminal by its number, which an ioctl request on the master
   * returned.
   */
  void nameTerminal(OpenFile master, long number) {
    if (master.path != null && MULTIPLEXERS.contains(master.path)) {
      Bytes name = Bytes.of("terminal:///dev/pts/" + number);
      bind(name.concat(Bytes.of("/output")), master.read);
      bind(name.concat(Bytes.of("/input")), master.write);
    }
  }

  private void bind(Bytes name, long object) {
    if (report.sink.resolve(name) != object) {
      report.sink.bind(0, name, object, report.nowNanos);
    }
  }

  /** Returns an object whose name is not a path. */
  long named(String name, ObjectKind kind) {
    return report.sink.objectAt(Bytes.of(name), kind, report.nowNanos);
  }

  private static ObjectKind kindOf(Bytes path) {
    boolean isDevice = path.startsWith(DEV) && !path.startsWith(SHARED_MEMORY);
    return isDevice ? ObjectKind.DEVICE : ObjectKind.FILE;
  }
}

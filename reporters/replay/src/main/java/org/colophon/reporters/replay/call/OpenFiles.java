package org.colophon.reporters.replay.call;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.Identities;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.replay.content.FileChanges;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Tracee;
import org.colophon.reporters.replay.syscall.OpenedFile;
import org.jspecify.annotations.Nullable;

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
  private final long oldNanos;
  final FileChanges changes;
  private final LongHashSet fifos = new LongHashSet(0);

  /** Objects that are no named pipes, with the paths at which their status was read. */
  private final Long2ObjectHashMap<Bytes> notFifos = new Long2ObjectHashMap<>();

  /** Objects of the files that were opened or created in this trace. */
  private final Map<FileIdentity, Long> identities = new HashMap<>();

  /** File systems by device number, where the source sees only the device. */
  private final Map<String, Long> fileSystems = new HashMap<>();

  /** Objects of files without identity that were created in this trace. */
  private final LongHashSet created = new LongHashSet(0);

  /** Objects of files that this trace has used, so that later uses need no evidence. */
  private final LongHashSet used = new LongHashSet(0);

  private long pipes;

  OpenFiles(AccessReporter report, ReplaySettings settings) {
    this.report = report;
    this.host = settings.host();
    this.boot = settings.boot();
    this.probe = settings.probe();
    this.oldNanos = settings.oldNanos();
    this.changes = new FileChanges(report.sink, probe, settings.host(), oldNanos);
  }

  /** Returns the file at a path that a process has open, or had open before the trace. */
  private OpenFile at(Bytes path) {
    return at(path, null, null, false);
  }

  /**
   * Returns an opened file.
   *
   * @param opened the file as {@link #exact} returned it; null if only its path is known
   * @param isWritten whether it is opened for writing, so that a later status may be another one
   */
  OpenFile at(
      Bytes path, @Nullable Tracee process, @Nullable OpenedFile opened, boolean isWritten) {
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
    if (opened != null && known != 0 && known == identities.getOrDefault(opened.identity(), 0L)) {
      return OpenFile.file(known, path);
    }
    boolean isAsked = isAsked(known, path) || !isOrdinary(path);
    HostProbe.Status status = isAsked ? null : probe.status(path);
    if (!isAsked && known != 0 && status == null && opened == null) {
      knownByName(known, process);
    }
    if (fifos.contains(known) || (status != null && status.isFifo())) {
      long fifo = fifoAt(path);
      return OpenFile.stream(fifo, fifo, path);
    }
    return OpenFile.file(seen(path, known, process, opened, status, isWritten), path);
  }

  /** Returns the object of a file. Passes on its state if it is used for the first time. */
  private long seen(
      Bytes path,
      long known,
      @Nullable Tracee process,
      @Nullable OpenedFile opened,
      HostProbe.@Nullable Status status,
      boolean isWritten) {
    HostProbe.Status own = opened == null || status == null || isOf(opened, status) ? status : null;
    FileIdentity identity =
        opened == null ? identity(known, own, process, isWritten) : opened.identity();
    boolean isClaimed =
        identity != null && known != 0 && report.sink.isKnownByName(known, oldNanos);
    int links = opened != null ? opened.links() : own == null ? 0 : own.links();
    long object =
        identity != null
            ? identified(path, known, identity, links)
            : known == 0 ? objectAt(path) : known;
    if (isClaimed && object == known) {
      knownByName(known, process);
    }
    if (own != null) {
      remember(object, path);
    }
    use(object);
    if (opened != null && opened.state() != null) {
      changes.opened(path, object, opened.state(), report.nowNanos);
    } else if (own != null) {
      changes.seen(path, object, own, !isWritten && isOf(object, own), report.nowNanos);
    }
    return object;
  }

  /** Returns whether a status is that of an object which had this identity before. */
  private boolean isOf(long object, HostProbe.Status status) {
    FileIdentity identity = status.identity();
    return identity.isUnique() && report.sink.hasIdentity(object, identity.ofHost(host));
  }

  /**
   * Returns whether a status, which was read later at the same path, is that of the opened file.
   */
  private static boolean isOf(OpenedFile opened, HostProbe.Status status) {
    return status.identity().inode() == opened.identity().inode()
        && status.identity().birthNanos() == opened.identity().birthNanos();
  }

  /**
   * Returns what a file is, from a status that was read later at its path; null if that may be
   * another file. This counts as a gap, unless the file is a new one. The same applies to a file
   * that the process has just written itself, since it may have changed unnoticed before. A file
   * whose name is new, and that has several hard links, may have changed under another name, so its
   * identity is used.
   */
  private @Nullable FileIdentity identity(
      long known, HostProbe.@Nullable Status status, @Nullable Tracee process, boolean isWritten) {
    if (status == null || !isIdentified(status)) {
      return null;
    }
    boolean isJustWritten = isJustWritten(status);
    if (changes.isUnchanged(status) || (isJustWritten && !isWritten)) {
      return status.identity();
    }
    boolean isOld = isOld(status.identity());
    if (known != 0 || isOld) {
      knownByName(known, process);
    }
    boolean isLinked = known == 0 && isOld && status.links() > 1;
    return isLinked || isJustWritten ? status.identity() : null;
  }

  /**
   * Records a gap at the first use of a file that may not be the one that had its name before. A
   * saved trace knows all of its files by name only.
   */
  private void knownByName(long known, @Nullable Tracee process) {
    boolean isLive = probe != HostProbe.NONE;
    if (isLive && process != null && !used.contains(known)) {
      report.gap(process.id, GapCause.KNOWN_BY_NAME, 1);
    }
  }

  /** Returns whether a status is that of a regular file with an identity. */
  private static boolean isIdentified(HostProbe.Status status) {
    return status.state() != null && status.identity().isUnique();
  }

  private long identified(Bytes path, long known, FileIdentity identity, int links) {
    boolean isFirst = !identities.containsKey(identity);
    long object = nameIdentified(path, known, identity, isFirst && links == 1);
    remember(identity, object);
    return object;
  }

  private long nameIdentified(
      Bytes path, long known, FileIdentity identity, boolean hasOnlyThisName) {
    long object = report.sink.objectAt(path, declaration(path, identity), report.nowNanos);
    if (hasOnlyThisName && known != object) {
      report.sink.keepOnlyName(path, object, report.nowNanos);
    }
    return object;
  }

  private void remember(FileIdentity identity, long object) {
    if (identities.size() >= MAX_REMEMBERED) {
      identities.clear();
    }
    identities.put(identity, object);
  }

  private ObjectDeclaration declaration(Bytes path, FileIdentity identity) {
    return new ObjectDeclaration(kindOf(path), identity.ofHost(host), Bytes.EMPTY);
  }

  /**
   * Returns the file that the source saw in the kernel, with its file system; null if it has no
   * lasting identity.
   */
  @Nullable OpenedFile exact(@Nullable OpenedFile opened, Bytes path) {
    if (opened == null || !opened.isRegular() || !opened.identity().isUnique()) {
      return null;
    }
    if (opened.identity().fileSystem() != 0) {
      return opened;
    }
    HostProbe.Status status = probe.status(path);
    if (status != null && isOf(opened, status)) {
      learnFileSystem(opened, status);
      return opened.with(status.identity());
    }
    Long known = fileSystems.get(opened.device());
    return known == null ? null : opened.with(opened.identity().on(known));
  }

  /**
   * Remembers the file system of a device, because a file may be removed before its status is read.
   * Subvolumes of btrfs share a device in the kernel and have others in a status.
   */
  private void learnFileSystem(OpenedFile opened, HostProbe.Status status) {
    boolean isOneDevice =
        opened.state() != null
            && status.state() != null
            && opened.state().device() == status.state().device();
    if (isOneDevice) {
      fileSystems.put(opened.device(), status.identity().fileSystem());
    }
  }

  /**
   * Returns the path here of a file that a process of another mount namespace has opened. If no
   * mount here shows the file, returns a name with the number of the namespace.
   */
  Bytes pathHere(OpenedFile opened, Bytes path) {
    Bytes found =
        opened.inFileSystem().isEmpty()
            ? null
            : probe.pathOf(opened.device(), opened.inFileSystem());
    return found != null
        ? found
        : Bytes.of("mount-namespace://" + opened.mountNamespace()).concat(path);
  }

  /** Creates the object of a file that a call has created. */
  long newFile(Bytes path, @Nullable OpenedFile opened) {
    if (opened == null) {
      long object = newObject(ObjectKind.FILE, "");
      created.add(object);
      use(object);
      return object;
    }
    long object = report.sink.object(declaration(path, opened.identity()), report.nowNanos);
    remember(opened.identity(), object);
    use(object);
    return object;
  }

  /** Remembers that this trace has used a file. */
  void use(long object) {
    if (used.size() >= MAX_REMEMBERED) {
      used.clear();
    }
    used.add(object);
  }

  /** Returns whether this trace, without identities, has seen the creation of a file. */
  boolean isCreated(long object) {
    return created.contains(object);
  }

  /** Returns the object of the file from which overlayfs has just copied the file at a path. */
  long copiedFrom(Bytes path, FileIdentity copied) {
    long bound = report.sink.resolve(path);
    Bytes label = Bytes.of("lower file of " + path.display());
    return bound != 0
        ? bound
        : report.sink.object(
            new ObjectDeclaration(ObjectKind.FILE, copied.ofHost(host), label), report.nowNanos);
  }

  /** Returns whether a file was created in this trace and is opened for the first time. */
  boolean isNew(OpenedFile opened) {
    return opened.identity().birthNanos() >= oldNanos && !identities.containsKey(opened.identity());
  }

  /** Returns whether a file with this identity was opened or created in this trace. */
  boolean isUsed(@Nullable OpenedFile opened) {
    return opened != null && identities.containsKey(opened.identity());
  }

  private boolean isAsked(long object, Bytes path) {
    return fifos.contains(object) || path.equals(notFifos.get(object));
  }

  /** Returns the object at an existing path. Queries the file's status at the first use. */
  long usedAt(Bytes path) {
    if (CARRY_NOTHING.contains(path)) {
      return 0;
    }
    long known = report.sink.resolve(path);
    return isAsked(known, path) ? known : seen(path, known, null, null, probe.status(path), false);
  }

  /**
   * Identifies a file that a call moves or links, and that this trace has not used before. The call
   * changed the status of the file. So the file with the new name is that one, unless its status
   * has changed since. The first open still compares its content.
   *
   * @param to the new name, at which the status is read
   */
  void named(Bytes from, Bytes to, Tracee process) {
    long known = report.sink.resolve(from);
    if (used.contains(known)) {
      return;
    }
    HostProbe.Status status = probe.status(to);
    if (status != null && isJustChanged(status)) {
      use(nameIdentified(from, known, status.identity(), status.links() == 1));
    } else if (known != 0 && (status == null || isIdentified(status))) {
      knownByName(known, process);
    }
  }

  /** Returns whether a file that is older than the trace was last changed in it by now. */
  private boolean isJustChanged(HostProbe.Status status) {
    FileState state = status.state();
    return state != null
        && isOld(status.identity())
        && state.changedNanos() >= oldNanos
        && isByNow(state.changedNanos());
  }

  /** Marks a file as open for writing. */
  void openForWriting(OpenFile file) {
    if (!file.isWritable && !file.isStream && !file.isMirrored && file.path != null) {
      changes.written(file.path, file.write);
    }
    file.isWritable = true;
  }

  /** Returns whether a path leads to a named pipe. Queries the host until the file is used. */
  boolean isFifo(Bytes path) {
    long object = report.sink.resolve(path);
    if (fifos.contains(object)) {
      return true;
    }
    if (notFifos.containsKey(object) || !isOrdinary(path)) {
      return false;
    }
    HostProbe.Status status = probe.status(path);
    boolean isFifo = status != null && status.isFifo();
    if (isFifo && object != 0) {
      fifos.add(object);
    }
    return isFifo;
  }

  private void remember(long notFifo, Bytes path) {
    if (notFifos.size() >= MAX_REMEMBERED) {
      notFifos.clear();
    }
    notFifos.put(notFifo, path);
  }

  private long fifoAt(Bytes path) {
    long object = report.sink.objectAt(path, ObjectKind.FIFO, report.nowNanos);
    fifos.add(object);
    return object;
  }

  /**
   * Returns whether the file at a path was created since the trace began. A file that replaces a
   * known one must be as old as the call, unless its former content does not matter.
   *
   * @param known the object at the path; 0 for none
   * @param isTruncated whether the call that opens the file truncates it. If its birth time is
   *     unknown, an unknown file then counts as created
   */
  boolean isBornInTrace(Bytes path, long known, boolean isTruncated) {
    HostProbe.Status status = probe.status(path);
    if (fifos.contains(known) || (status != null && status.isFifo())) {
      return false;
    }
    FileIdentity identity = status == null ? null : status.identity();
    if (identity == null || !identity.isUnique()) {
      return known == 0 && isTruncated;
    }
    return identity.birthNanos() >= oldNanos
        && (known == 0 || isTruncated || isByNow(identity.birthNanos()));
  }

  /** Returns whether a time is not after the present call, as far as the clock tells. */
  private boolean isByNow(long nanos) {
    return nanos <= report.nowNanos + FileHasher.CLOCK_TICK_NANOS;
  }

  /**
   * Returns whether a file that is older than the trace was written by now, and not changed since.
   * A file that was moved to its path keeps its time of modification.
   */
  private boolean isJustWritten(HostProbe.Status status) {
    FileState state = status.state();
    return state != null
        && isOld(status.identity())
        && state.modifiedNanos() == state.changedNanos()
        && isByNow(state.changedNanos());
  }

  private boolean isOld(FileIdentity identity) {
    return identity.isUnique() && identity.birthNanos() < oldNanos;
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

  /**
   * Returns the object of a directory. A directory that is older than the trace is identified by
   * its present status.
   */
  long directoryAt(Bytes path) {
    HostProbe.Status status = probe.status(path);
    FileIdentity identity = status == null ? null : status.identity();
    Bytes known = identity != null && isOld(identity) ? identity.ofHost(host) : Bytes.EMPTY;
    return report.sink.objectAt(
        path, new ObjectDeclaration(ObjectKind.DIRECTORY, known, Bytes.EMPTY), report.nowNanos);
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

  /** Returns the target of a descriptor that was open before the trace; null if unknown. */
  @Nullable OpenFile from(HostProbe.Link link) {
    return link.deleted() == null ? named(link.text()) : unnamed(link.text(), link.deleted());
  }

  /** Returns the target that a {@code strace -y} decoration describes; null if it is empty. */
  @Nullable OpenFile fromDecoration(Bytes text) {
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

  private @Nullable OpenFile named(Bytes link) {
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

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.identity;

import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongHashSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.replay.content.FileChanges;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.TimedSink;
import org.colophon.reporters.replay.state.Tracee;
import org.colophon.reporters.replay.syscall.OpenedFile;
import org.jspecify.annotations.Nullable;

/**
 * Decides which object a used file is. The sources of this decision are, best first:
 *
 * <ol>
 *   <li>the identity that the source of the calls saw in the kernel when the file was opened;
 *   <li>the identity in a status that was read later at the path, if the file cannot be another one
 *       by then;
 *   <li>the path. A file that may have lost or got this path before counts as a gap.
 * </ol>
 *
 * <p>The sink then decides between identity and path, see {@code OperationSink.objectAt}.
 */
public final class FileIdentities {
  /** Effect of an open file on its content, which a status that is read later may show. */
  public enum Effect {
    NONE,
    /** Adds to the content, or changes parts of it. */
    CHANGES,
    /** Truncates the file, so that its former content does not matter. */
    REPLACES
  }

  private static final int MAX_REMEMBERED = 1 << 16;

  /** States of the files to compare and to attach. */
  public final FileChanges changes;

  private final TimedSink report;
  private final HostProbe probe;
  private final String host;
  private final long oldNanos;
  private final LongHashSet fifos = new LongHashSet(0);

  /** Objects that are not named pipes, with the paths at which their status was read. */
  private final Long2ObjectHashMap<Bytes> notFifos = new Long2ObjectHashMap<>();

  /** Objects of the files that were opened or created in this trace. */
  private final Map<FileIdentity, Long> identities = new HashMap<>();

  /** File systems by device number, where the source sees only the device. */
  private final Map<String, Long> fileSystems = new HashMap<>();

  /** Objects of files without identity that were created in this trace. */
  private final LongHashSet created = new LongHashSet(0);

  /** Objects of files that this trace has used, so that later uses need no evidence. */
  private final LongHashSet used = new LongHashSet(0);

  /**
   * Creates the identities of a trace.
   *
   * @param host this host's id
   * @param oldNanos wall-clock time before which files are older than the trace
   */
  public FileIdentities(TimedSink report, HostProbe probe, String host, long oldNanos) {
    this.report = report;
    this.probe = probe;
    this.host = host;
    this.oldNanos = oldNanos;
    this.changes = new FileChanges(report, probe, host, oldNanos);
  }

  /**
   * Returns an opened file, which is not a terminal.
   *
   * @param opened the file as {@link #exact} returned it; null if only its path is known
   */
  public OpenFile opened(
      Bytes path, @Nullable Tracee process, @Nullable OpenedFile opened, Effect effect) {
    long known = report.sink.resolve(path);
    if (opened != null && known != 0 && known == identities.getOrDefault(opened.identity(), 0L)) {
      return OpenFile.file(known, path);
    }
    boolean hasState = opened != null && opened.state() != null;
    boolean isAsked = hasState || isAsked(known, path) || DevicePaths.isDevice(path);
    HostProbe.Status status = isAsked ? null : probe.status(path);
    if (!isAsked && known != 0 && status == null && opened == null) {
      knownByName(known, process);
    }
    if ((opened == null && fifos.contains(known)) || (status != null && status.isFifo())) {
      long fifo = report.objectAt(path, ObjectKind.FIFO);
      fifos.add(fifo);
      return OpenFile.stream(fifo, fifo, path);
    }
    return OpenFile.file(seen(path, known, process, opened, status, effect), path);
  }

  /** Returns the object at an existing path. Queries the file's status at the first use. */
  public long usedAt(Bytes path) {
    if (DevicePaths.carriesNothing(path)) {
      return 0;
    }
    long known = report.sink.resolve(path);
    return isAsked(known, path)
        ? known
        : seen(path, known, null, null, probe.status(path), Effect.NONE);
  }

  private boolean isAsked(long object, Bytes path) {
    return fifos.contains(object) || path.equals(notFifos.get(object));
  }

  /** Returns the object of a file. Passes on its state if it is used for the first time. */
  private long seen(
      Bytes path,
      long known,
      @Nullable Tracee process,
      @Nullable OpenedFile opened,
      HostProbe.@Nullable Status status,
      Effect effect) {
    HostProbe.Status own = opened == null || status == null || isOf(opened, status) ? status : null;
    FileIdentity identity =
        opened == null ? identity(known, own, process, effect) : opened.identity();
    int links = opened != null ? opened.links() : own == null ? 0 : own.links();
    long object =
        identity != null
            ? identified(path, known, identity, links)
            : known == 0 ? objectAt(path) : known;
    if (own != null || opened != null) {
      rememberNotFifo(object, path);
    }
    use(object);
    if (opened != null && opened.state() != null) {
      changes.opened(path, object, opened.state());
    } else if (own != null) {
      changes.seen(path, object, own, effect == Effect.NONE && isOf(object, own));
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
   * that the process has just changed itself, since it may have changed unnoticed before. A file
   * whose name is new, and that has several hard links, may have changed under another name, so its
   * identity is used.
   */
  private @Nullable FileIdentity identity(
      long known, HostProbe.@Nullable Status status, @Nullable Tracee process, Effect effect) {
    if (status == null || !isIdentified(status)) {
      return null;
    }
    boolean isJustWritten = isJustWritten(status);
    if (changes.isUnchanged(status) || (isJustWritten && effect != Effect.CHANGES)) {
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
    long object = report.objectAt(path, kindOf(path), identity.ofHost(host));
    if (hasOnlyThisName && known != object) {
      report.sink.keepOnlyName(path, object, report.nowNanos);
    }
    return object;
  }

  private static ObjectKind kindOf(Bytes path) {
    return DevicePaths.isDevice(path) ? ObjectKind.DEVICE : ObjectKind.FILE;
  }

  /**
   * Returns the file that the source saw in the kernel, with its file system; null if it has no
   * lasting identity.
   */
  public @Nullable OpenedFile exact(@Nullable OpenedFile opened, Bytes path) {
    if (opened == null || !opened.isRegular() || !opened.identity().isUnique()) {
      return null;
    }
    if (opened.identity().fileSystem() != 0) {
      return opened;
    }
    Long known = fileSystems.get(opened.device());
    if (known != null) {
      return opened.with(opened.identity().on(known));
    }
    HostProbe.Status status = probe.status(path);
    if (status == null || !isOf(opened, status)) {
      return null;
    }
    learnFileSystem(opened, status);
    return opened.with(status.identity());
  }

  /** Called after a mount or unmount, since another file system may get the number of a device. */
  public void forgetFileSystems() {
    fileSystems.clear();
  }

  /**
   * Remembers the file system of a device, so that the status of its other files need not be read.
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
  public Bytes pathHere(OpenedFile opened, Bytes path) {
    Bytes inside = opened.inFileSystem();
    Bytes found = inside.isEmpty() ? null : probe.pathOf(opened.device(), inside);
    return found != null
        ? found
        : Bytes.of("mount-namespace://" + opened.mountNamespace()).concat(path);
  }

  /** Creates the object of a file that a call has created. */
  public long newFile(Bytes path, @Nullable OpenedFile opened) {
    long object;
    if (opened == null) {
      object = report.newObject(ObjectKind.FILE, "");
      created.add(object);
    } else {
      object = report.object(kindOf(path), opened.identity().ofHost(host), "");
      remember(opened.identity(), object);
    }
    use(object);
    return object;
  }

  private void remember(FileIdentity identity, long object) {
    if (identities.size() >= MAX_REMEMBERED) {
      identities.clear();
    }
    identities.put(identity, object);
  }

  /** Remembers that this trace has used a file. */
  public void use(long object) {
    if (used.size() >= MAX_REMEMBERED) {
      used.clear();
    }
    used.add(object);
  }

  /** Returns whether this trace, without identities, has seen the creation of a file. */
  public boolean isCreated(long object) {
    return created.contains(object);
  }

  /** Returns the object of the file from which overlayfs has just copied the file at a path. */
  public long copiedFrom(Bytes path, FileIdentity copied) {
    long bound = report.sink.resolve(path);
    String label = "lower file of " + path.display();
    return bound != 0 ? bound : report.object(ObjectKind.FILE, copied.ofHost(host), label);
  }

  /** Returns whether a file was created in this trace and is opened for the first time. */
  public boolean isNew(OpenedFile opened) {
    return opened.identity().birthNanos() >= oldNanos && !isUsed(opened);
  }

  /** Returns whether a file with this identity was opened or created in this trace. */
  public boolean isUsed(@Nullable OpenedFile opened) {
    return opened != null && identities.containsKey(opened.identity());
  }

  /**
   * Identifies a file that a call moves or links, and that this trace has not used before. The call
   * changed the status of the file. So the file with the new name is that one, unless its status
   * has changed since. The first open still compares its content.
   *
   * @param to the new name, at which the status is read
   */
  public void renamed(Bytes from, Bytes to, Tracee process) {
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

  /** Returns whether a time is not after the present call, as far as the clock tells. */
  private boolean isByNow(long nanos) {
    return nanos <= report.nowNanos + FileHasher.CLOCK_TICK_NANOS;
  }

  private boolean isOld(FileIdentity identity) {
    return identity.isUnique() && identity.birthNanos() < oldNanos;
  }

  /**
   * Returns whether the file at a path was created since the trace began. A file that replaces a
   * known one must be as old as the call, unless its former content does not matter.
   *
   * @param known the object at the path; 0 for none
   * @param isTruncated whether the call that opens the file truncates it. If its birth time is
   *     unknown, an unknown file then counts as created
   */
  public boolean isBornInTrace(Bytes path, long known, boolean isTruncated) {
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

  /** Returns whether a path leads to a named pipe. Queries the host until the file is used. */
  public boolean isFifo(Bytes path) {
    long object = report.sink.resolve(path);
    if (fifos.contains(object)) {
      return true;
    }
    if (notFifos.containsKey(object) || DevicePaths.isDevice(path)) {
      return false;
    }
    HostProbe.Status status = probe.status(path);
    boolean isFifo = status != null && status.isFifo();
    if (isFifo && object != 0) {
      fifos.add(object);
    }
    return isFifo;
  }

  /** Called when a named pipe was created. */
  public void madeFifo(long object) {
    fifos.add(object);
  }

  private void rememberNotFifo(long object, Bytes path) {
    if (notFifos.size() >= MAX_REMEMBERED) {
      notFifos.clear();
    }
    notFifos.put(object, path);
  }

  /** Returns the object at an existing path; 0 if it has no data. */
  public long objectAt(Bytes path) {
    return DevicePaths.carriesNothing(path) ? 0 : report.objectAt(path, kindOf(path));
  }

  /**
   * Returns the object of a directory. A directory that is older than the trace is identified by
   * its present status.
   */
  public long directoryAt(Bytes path) {
    HostProbe.Status status = probe.status(path);
    FileIdentity identity = status == null ? null : status.identity();
    Bytes known = identity != null && isOld(identity) ? identity.ofHost(host) : Bytes.EMPTY;
    return report.objectAt(path, ObjectKind.DIRECTORY, known);
  }
}

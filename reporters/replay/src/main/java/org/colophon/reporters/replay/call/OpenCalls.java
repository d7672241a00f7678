// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.encoding.AbsentName;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.reporters.replay.identity.DevicePaths;
import org.colophon.reporters.replay.identity.FileIdentities;
import org.colophon.reporters.replay.identity.FileIdentities.Effect;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.MirrorReports;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.colophon.reporters.replay.syscall.Flag;
import org.colophon.reporters.replay.syscall.OpenedFile;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/** Calls that open a path, look it up, list a directory or truncate a file. */
final class OpenCalls {
  private final AccessReporter report;
  private final OpenFiles files;
  private final FileIdentities identities;
  private final NameCalls names;
  private final DescriptorCalls descriptors;
  private final TaskTable tasks;
  private final MirrorReports mirrorReports;
  private final HostProbe probe;

  OpenCalls(
      AccessReporter report,
      OpenFiles files,
      NameCalls names,
      DescriptorCalls descriptors,
      TaskTable tasks,
      MirrorReports mirrorReports,
      HostProbe probe) {
    this.report = report;
    this.files = files;
    this.identities = files.identities;
    this.names = names;
    this.descriptors = descriptors;
    this.tasks = tasks;
    this.mirrorReports = mirrorReports;
    this.probe = probe;
  }

  /** Reports a truncation at its start, so that an overlapping write is preserved. */
  void begin(Task task, SystemCall call) {
    boolean opens = isOpen(call.type);
    boolean cuts = opens ? has(call, CallFlags.TRUNC) : lengthIsZero(call);
    if (!cuts || isFound(call)) {
      return;
    }
    long object = opens ? atPath(path(task, call)) : target(task, call);
    if (object != 0) {
      report.cut(Phase.BEGIN, task.process, object);
      task.begunCut = object;
    }
  }

  private long atPath(Bytes path) {
    boolean isCut = !probe.isMirrored(path) && !identities.isFifo(path);
    return isCut ? report.sink.resolve(path) : 0;
  }

  void handle(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    if (isOpen(call.type)) {
      open(task, call);
    } else {
      truncate(task, call);
    }
  }

  /** Reports a read of the absent file for which a failed call has looked. */
  void lookUp(Task task, SystemCall call) {
    int argument = lookedUp(call.type);
    boolean isMissing = (call.isAbsent || call.isNoDirectory) && task.process.id != 0;
    if (!isMissing || argument < 0 || call.stringAt(argument).isEmpty()) {
      return;
    }
    names.requireSameMounts(task);
    if (isFound(call)) {
      report.gap(task.process.id, GapCause.UNKNOWN_CALL, 1);
      return;
    }
    Bytes path = absent(call, names.path(task, call, argument - 1, argument, true));
    if (path != null && !path.isEmpty() && path.at(0) == '/') {
      Bytes name = AbsentName.of(path);
      long object = report.objectAt(name, ObjectKind.ABSENT);
      report.access(OperationKind.READ, Phase.WHOLE, task.process, object, 0);
    }
  }

  /** Returns the argument with the path that a call looks up; -1 for other calls. */
  private static int lookedUp(Syscall call) {
    return switch (call) {
      case OPEN, CREAT, EXECVE, STAT -> 0;
      case OPENAT, OPENAT2, EXECVEAT, NEWFSTATAT -> 1;
      default -> -1;
    };
  }

  /**
   * Returns the absent path. An existing program lacks its interpreter. An existing file is not a
   * directory; null in this case.
   */
  private @Nullable Bytes absent(SystemCall call, Bytes path) {
    boolean mayExist = call.isNoDirectory || call.type.replacesProgram();
    if (!mayExist || !probe.exists(path)) {
      return path;
    }
    return call.isNoDirectory ? null : probe.interpreter(path);
  }

  /** Reports a read of a directory, once for each open file description. */
  void list(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    OpenFile file = descriptors.openDirectory(task, call, 0);
    Bytes path = descriptors.directory(task, call.fdAt(0), file);
    if (!file.isListed && path.at(0) == '/') {
      file.isListed = true;
      long object = file.read != 0 ? file.read : identities.directoryAt(path);
      report.access(OperationKind.READ, Phase.WHOLE, task.process, object, 0);
    }
  }

  private static boolean isOpen(Syscall call) {
    return call == Syscall.OPENAT
        || call == Syscall.OPEN
        || call == Syscall.OPENAT2
        || call == Syscall.OPEN_BY_HANDLE_AT
        || call == Syscall.OPEN_TREE
        || call == Syscall.CREAT;
  }

  private static int pathArgument(SystemCall call) {
    return call.type == Syscall.OPEN || call.type == Syscall.CREAT ? 0 : 1;
  }

  private static boolean has(SystemCall call, Flag flag) {
    if (call.type == Syscall.CREAT) {
      return flag == CallFlags.CREAT || flag == CallFlags.TRUNC || flag == CallFlags.WRONLY;
    }
    if (call.type == Syscall.OPEN_TREE && flag != CallFlags.CLOEXEC) {
      return flag == CallFlags.PATH;
    }
    return call.has(pathArgument(call) + 1, flag);
  }

  /** Returns whether the arguments do not determine the path of the opened file. */
  private static boolean isFound(SystemCall call) {
    return call.type == Syscall.OPEN_BY_HANDLE_AT
        || (call.type == Syscall.OPENAT2 && call.has(2, CallFlags.RESOLVE_IN_ROOT));
  }

  /**
   * Returns the path of the file that a call has opened; null if unknown. Records a gap if the path
   * is looked up after the call, since the descriptor may have another file by then.
   */
  private @Nullable Bytes found(Task task, SystemCall call) {
    boolean isTold = call.type == Syscall.OPEN_BY_HANDLE_AT && call.isString(1);
    Bytes told = isTold ? call.stringAt(1) : call.resultDecoration();
    if (!told.isEmpty() && told.at(0) == '/') {
      return told;
    }
    report.gap(task.process.id, GapCause.UNKNOWN_CALL, 1);
    Bytes link = probe.linkTarget(Bytes.of("/proc/" + task.process.pid + "/fd/" + call.result));
    return link == null || link.at(0) != '/' ? null : link;
  }

  private Bytes path(Task task, SystemCall call) {
    int argument = pathArgument(call);
    boolean isNew = has(call, CallFlags.CREAT) && has(call, CallFlags.EXCL);
    boolean follows = !isNew && !has(call, CallFlags.NOFOLLOW);
    return names.path(task, call, argument == 0 ? -1 : 0, argument, follows);
  }

  private void open(Task task, SystemCall call) {
    OpenedFile opened = call.openedFile();
    Bytes path = isFound(call) ? found(task, call) : path(task, call);
    if (opened != null
        && opened.isInOtherNamespace()
        && path != null
        && tasks.opened(path) == null) {
      path = identities.pathHere(opened, path);
    } else if (opened == null) {
      names.requireSameMounts(task);
    }
    if (path == null) {
      String label = "file opened by " + call.type.text();
      OpenFile unknown = OpenFile.stream(report.newObject(ObjectKind.OTHER, label));
      descriptors.install(task, (int) call.result, unknown, has(call, CallFlags.CLOEXEC));
      return;
    }
    if (report.logs.isLog(path)) {
      task.process.hasLog = true;
      report.logs.opened(path, descriptors.traced(task), report.sink);
      descriptors.install(task, (int) call.result, OpenFile.nothing(path), true);
      return;
    }
    long mirrored = mirrorReports.lastOpened(task.tid);
    OpenFile file =
        mirrored != 0
            ? OpenFile.mirrored(mirrored, path, mirrorReports.isLastUnseen(task.tid))
            : alias(task, call, path);
    Bytes decoration = call.resultDecoration();
    if (file == null && has(call, CallFlags.TMPFILE)) {
      String label = "unnamed in " + path.display();
      file = OpenFile.unnamed(report.newObject(ObjectKind.FILE, label), Bytes.of(label));
      report.access(OperationKind.CREATE, Phase.WHOLE, task.process, file.read, 0);
      report.ranges.created(file.write);
    } else if (file == null && (has(call, CallFlags.DIRECTORY) || has(call, CallFlags.PATH))) {
      file = OpenFile.nothing(path);
    } else if (file == null) {
      boolean isDecorated = !decoration.isEmpty() && decoration.at(0) == '/';
      boolean isOther = isDecorated && !decoration.equals(path) && task.mounts.isEmpty();
      Bytes named = isOther ? OpenFiles.pathOf(decoration, probe) : path;
      file = openFile(task, call, named, identities.exact(opened, named));
    }
    if (isForWriting(call)) {
      identities.changes.openForWriting(file);
    }
    report.ranges.opened(file, isForWriting(call), has(call, CallFlags.APPEND));
    markMemoryAccess(task, path);
    int fd = (int) call.result;
    descriptors.install(task, fd, file, has(call, CallFlags.CLOEXEC));
    if (file.read != 0) {
      task.descriptors.use(fd);
    }
  }

  /** Records gaps of two processes if one opens the memory of the other as a file. */
  private void markMemoryAccess(Task task, Bytes path) {
    int pid = tasks.memoryOf(path);
    Task other = pid == 0 ? task : tasks.get(pid);
    if (other == null || other.process != task.process) {
      report.gap(task.process.id, GapCause.UNKNOWN_CALL, 1);
    }
    if (other != null && other.process != task.process) {
      report.gap(other.process.id, GapCause.UNKNOWN_CALL, 1);
    }
  }

  /** Returns the open file for a path in /proc/PID/fd; null for another path. */
  private @Nullable OpenFile alias(Task task, SystemCall call, Bytes path) {
    OpenFile original = tasks.opened(path);
    if (original == null) {
      return null;
    }
    if (original.isInherited) {
      descriptors.declareInherited(task, original, !has(call, CallFlags.WRONLY));
    }
    OpenFile file =
        original.isStream
            ? OpenFile.stream(either(original), either(original), original.path)
            : OpenFile.file(original.read, original.path);
    file.label = original.label;
    return file;
  }

  /**
   * Returns the object of a stream. A pipe that is opened through /proc can be its read or its
   * write end.
   */
  private static long either(OpenFile file) {
    return file.read == 0 ? file.write : file.read;
  }

  private OpenFile openFile(Task task, SystemCall call, Bytes path, @Nullable OpenedFile opened) {
    FileIdentity copied = opened != null && identities.isNew(opened) ? opened.copied() : null;
    long lower = copied == null ? 0 : identities.copiedFrom(path, copied);
    if (copied != null || (!DevicePaths.isDevice(path) && isNew(call, path))) {
      boolean isReused = identities.isUsed(opened);
      long object = identities.newFile(path, opened);
      report.release(task.process);
      if (isReused) { // the inode of a file that was removed in the same tick of the clock
        report.cut(Phase.WHOLE, task.process, object);
      }
      report.sink.bind(report.actor(task.process), path, object, report.nowNanos);
      report.access(OperationKind.CREATE, Phase.WHOLE, task.process, object, 0);
      if (copied != null && !has(call, CallFlags.TRUNC)) {
        report.sink.derive(object, lower, 0, report.nowNanos);
      } else {
        report.ranges.created(object);
      }
      return OpenFile.file(object, path);
    }
    OpenFile file = files.at(path, task.process, opened, effect(call));
    report.access(OperationKind.OPEN, Phase.WHOLE, task.process, file.read, 0);
    if (has(call, CallFlags.TRUNC) && !file.isStream) {
      cut(task, file.read);
    }
    return file;
  }

  /**
   * Returns whether the call created a file. If the source does not tell, the birth time does. An
   * unknown file without a birth time counts as created if the call truncated it. A known file may
   * have been removed without being recorded.
   */
  private boolean isNew(SystemCall call, Bytes path) {
    if (!has(call, CallFlags.CREAT) || has(call, CallFlags.EXCL)) {
      return has(call, CallFlags.CREAT);
    }
    OpenedFile opened = call.openedFile();
    if (opened != null) {
      return opened.isCreated();
    }
    long known = report.sink.resolve(path);
    boolean mayBeNew = known == 0 || !identities.isCreated(known);
    return mayBeNew && identities.isBornInTrace(path, known, has(call, CallFlags.TRUNC));
  }

  private static Effect effect(SystemCall call) {
    if (has(call, CallFlags.TRUNC)) {
      return Effect.REPLACES;
    }
    return isForWriting(call) ? Effect.CHANGES : Effect.NONE;
  }

  private static boolean isForWriting(SystemCall call) {
    return has(call, CallFlags.WRONLY) || has(call, CallFlags.RDWR);
  }

  private void cut(Task task, long object) {
    Phase phase = task.begunCut == object ? Phase.END : Phase.WHOLE;
    report.cut(phase, task.process, object);
    task.begunCut = 0;
  }

  private static boolean lengthIsZero(SystemCall call) {
    return call.argumentCount > 1 && call.longAt(1) == 0;
  }

  private long target(Task task, SystemCall call) {
    boolean byPath = call.type == Syscall.TRUNCATE;
    if (byPath) {
      Bytes path = names.path(task, call, -1, 0, true);
      long object = probe.isMirrored(path) ? 0 : identities.objectAt(path);
      identities.changes.written(path, object);
      return object;
    }
    OpenFile file = descriptors.find(task, call, 0);
    return file == null || file.isMirrored ? 0 : file.write;
  }

  /** Reports a truncation: a cut if the new length is zero, otherwise a write. */
  private void truncate(Task task, SystemCall call) {
    long object = target(task, call);
    if (lengthIsZero(call)) {
      cut(task, object);
    } else {
      report.access(OperationKind.WRITE, Phase.WHOLE, task.process, object, 0);
      report.ranges.truncated(report.actor(task.process), object, call.longAt(1));
    }
  }
}

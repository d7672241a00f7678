package org.colophon.reporters.replay.call;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.replay.line.Flag;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.Syscall;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.MirrorReports;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;

/** Calls that open a path or truncate a file. */
final class OpenCalls {
  private final AccessReporter report;
  private final OpenFiles files;
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
    this.names = names;
    this.descriptors = descriptors;
    this.tasks = tasks;
    this.mirrorReports = mirrorReports;
    this.probe = probe;
  }

  /** Reports a truncation at its start, so that an overlapping write is preserved. */
  void begin(Task task, StraceLine line) {
    boolean opens = isOpen(line.call());
    boolean cuts = opens ? has(line, CallFlags.TRUNC) : lengthIsZero(line);
    if (!cuts || isFound(line)) {
      return;
    }
    long object = opens ? atPath(path(task, line)) : target(task, line);
    if (object != 0) {
      report.cut(Phase.BEGIN, task.process, object);
      task.begunCut = object;
    }
  }

  private long atPath(Bytes path) {
    boolean isCut = !probe.isMirrored(path) && !files.isFifo(path);
    return isCut ? report.sink.resolve(path) : 0;
  }

  void handle(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    if (isOpen(line.call())) {
      open(task, line);
    } else {
      truncate(task, line);
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

  private static int pathArgument(StraceLine line) {
    return line.call() == Syscall.OPEN || line.call() == Syscall.CREAT ? 0 : 1;
  }

  private static boolean has(StraceLine line, Flag flag) {
    if (line.call() == Syscall.CREAT) {
      return flag == CallFlags.CREAT || flag == CallFlags.TRUNC || flag == CallFlags.WRONLY;
    }
    if (line.call() == Syscall.OPEN_TREE && flag != CallFlags.CLOEXEC) {
      return flag == CallFlags.PATH;
    }
    return line.has(pathArgument(line) + 1, flag);
  }

  /** Returns whether the arguments do not determine the path of the opened file. */
  private static boolean isFound(StraceLine line) {
    return line.call() == Syscall.OPEN_BY_HANDLE_AT
        || (line.call() == Syscall.OPENAT2 && line.has(2, CallFlags.RESOLVE_IN_ROOT));
  }

  /**
   * Returns the path of the file that a call has opened; null if unknown. Records a gap if the path
   * is looked up after the call, since the descriptor may have another file by then.
   */
  private Bytes found(Task task, StraceLine line) {
    boolean isTold = line.call() == Syscall.OPEN_BY_HANDLE_AT && line.isString(1);
    Bytes told = isTold ? line.stringAt(1) : line.resultDecoration();
    if (!told.isEmpty() && told.at(0) == '/') {
      return told;
    }
    report.gap(task.process.id, GapCause.UNKNOWN_CALL, 1);
    Bytes link = probe.linkTarget(Bytes.of("/proc/" + task.process.pid + "/fd/" + line.number()));
    return link == null || link.at(0) != '/' ? null : link;
  }

  private Bytes path(Task task, StraceLine line) {
    int argument = pathArgument(line);
    boolean isNew = has(line, CallFlags.CREAT) && has(line, CallFlags.EXCL);
    boolean follows = !isNew && !has(line, CallFlags.NOFOLLOW);
    return names.path(task, line, argument == 0 ? -1 : 0, argument, follows);
  }

  private void open(Task task, StraceLine line) {
    Bytes path = isFound(line) ? found(task, line) : path(task, line);
    if (path == null) {
      long object = files.newObject(ObjectKind.OTHER, "file opened by " + line.call().text());
      OpenFile unknown = OpenFile.stream(object, object, null);
      descriptors.install(task, (int) line.number(), unknown, has(line, CallFlags.CLOEXEC));
      return;
    }
    if (report.logs.isLog(path)) {
      task.process.hasLog = true;
      report.logs.opened(path, descriptors.traced(task), report.sink);
      descriptors.install(task, (int) line.number(), OpenFile.nothing(path), true);
      return;
    }
    long mirrored = mirrorReports.lastOpened(task.tid);
    OpenFile file = mirrored != 0 ? OpenFile.mirrored(mirrored, path) : alias(task, line, path);
    Bytes decoration = line.resultDecoration();
    if (file == null && has(line, CallFlags.TMPFILE)) {
      String label = "unnamed in " + path.display();
      file = OpenFile.unnamed(files.newObject(ObjectKind.FILE, label), Bytes.of(label));
      report.access(OperationKind.CREATE, Phase.WHOLE, task.process, file.read, 0);
    } else if (file == null && (has(line, CallFlags.DIRECTORY) || has(line, CallFlags.PATH))) {
      file = OpenFile.nothing(path);
    } else if (file == null) {
      boolean isDecorated = !decoration.isEmpty() && decoration.at(0) == '/';
      boolean isOther = isDecorated && !decoration.equals(path) && task.mounts.isEmpty();
      file = openFile(task, line, isOther ? files.pathOf(decoration) : path);
    }
    if (has(line, CallFlags.WRONLY) || has(line, CallFlags.RDWR)) {
      files.openForWriting(file);
    }
    int fd = (int) line.number();
    descriptors.install(task, fd, file, has(line, CallFlags.CLOEXEC));
    if (file.read != 0) {
      task.descriptors.use(fd);
    }
  }

  /** Returns the open file for a path in /proc/PID/fd; null for another path. */
  private OpenFile alias(Task task, StraceLine line, Bytes path) {
    OpenFile original = tasks.opened(path);
    if (original == null) {
      return null;
    }
    if (original.isInherited) {
      descriptors.declareInherited(task, original, !has(line, CallFlags.WRONLY));
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

  private OpenFile openFile(Task task, StraceLine line, Bytes path) {
    if (files.isOrdinary(path) && isNew(line, path)) {
      long object = files.newObject(ObjectKind.FILE, "");
      report.release(task.process);
      report.sink.bind(report.actor(task.process), path, object, report.nowNanos);
      report.access(OperationKind.CREATE, Phase.WHOLE, task.process, object, 0);
      return OpenFile.file(object, path);
    }
    OpenFile file = files.at(path);
    report.access(OperationKind.OPEN, Phase.WHOLE, task.process, file.read, 0);
    if (has(line, CallFlags.TRUNC) && !file.isStream) {
      cut(task, file.read);
    }
    return file;
  }

  /**
   * Returns whether the call created a file. An unknown file counts as created if the call
   * truncated it.
   */
  private boolean isNew(StraceLine line, Bytes path) {
    return has(line, CallFlags.CREAT)
        && (has(line, CallFlags.EXCL)
            || (report.sink.resolve(path) == 0
                && !files.isFifo(path)
                && (has(line, CallFlags.TRUNC) || files.isBornInTrace(path))));
  }

  private void cut(Task task, long object) {
    Phase phase = task.begunCut == object ? Phase.END : Phase.WHOLE;
    report.cut(phase, task.process, object);
    task.begunCut = 0;
  }

  private static boolean lengthIsZero(StraceLine line) {
    return line.argumentCount() > 1 && line.longAt(1) == 0;
  }

  private long target(Task task, StraceLine line) {
    boolean byPath = line.call() == Syscall.TRUNCATE;
    if (byPath) {
      Bytes path = names.path(task, line, -1, 0, true);
      long object = probe.isMirrored(path) ? 0 : files.objectAt(path);
      files.changes.written(path, object);
      return object;
    }
    OpenFile file = descriptors.find(task, line, 0);
    return file == null || file.isMirrored ? 0 : file.write;
  }

  /** Reports a truncation: a cut if the new length is zero, otherwise a write. */
  private void truncate(Task task, StraceLine line) {
    long object = target(task, line);
    if (lengthIsZero(line)) {
      cut(task, object);
    } else {
      report.access(OperationKind.WRITE, Phase.WHOLE, task.process, object, 0);
    }
  }
}

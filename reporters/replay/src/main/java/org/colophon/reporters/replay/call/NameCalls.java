package org.colophon.reporters.replay.call;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.Syscall;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.MirrorReports;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;

/** Calls that create, move and remove names, or change attributes or directories of processes. */
final class NameCalls {
  private static final Bytes USER_ATTRIBUTES = Bytes.of("user.");

  private final AccessReporter report;
  private final OpenFiles files;
  private final PathResolver paths;
  private final DescriptorCalls descriptors;
  private final TaskTable tasks;
  private final MirrorReports mirrorReports;
  private final HostProbe probe;

  NameCalls(
      AccessReporter report,
      OpenFiles files,
      PathResolver paths,
      DescriptorCalls descriptors,
      TaskTable tasks,
      MirrorReports mirrorReports,
      HostProbe probe) {
    this.report = report;
    this.files = files;
    this.paths = paths;
    this.descriptors = descriptors;
    this.tasks = tasks;
    this.mirrorReports = mirrorReports;
    this.probe = probe;
  }

  /**
   * Returns the path that the arguments of a call denote.
   *
   * @param directory the argument with the directory's descriptor, -1 for the working directory
   * @param follows whether a final link is followed
   */
  Bytes path(Task task, StraceLine line, int directory, int argument, boolean follows) {
    Bytes name = line.stringAt(argument);
    Bytes path = paths.resolve(task, base(task, line, directory, name), name, follows);
    return follows ? markedPath(path) : path;
  }

  /** Returns the target if a path leads to an O_PATH descriptor; otherwise the path itself. */
  private Bytes markedPath(Bytes path) {
    OpenFile open = tasks.opened(path);
    return open != null && open.isMark() ? open.path : path;
  }

  /**
   * Returns the path of the mount point that an argument denotes. Does not follow a link at the end
   * of the path.
   */
  Bytes mountPoint(Task task, StraceLine line, int argument) {
    Bytes name = line.stringAt(argument);
    boolean isDots = name.equals(Bytes.of(".")) || name.equals(Bytes.of(".."));
    return isDots
        ? path(task, line, -1, argument, true)
        : paths.mountPoint(task, task.directories.working, trimmed(name));
  }

  private static Bytes trimmed(Bytes name) {
    int end = name.length();
    while (end > 1 && name.at(end - 1) == '/') {
      end--;
    }
    return name.slice(0, end);
  }

  /** Returns a name relative to the working directory as an absolute path. */
  Bytes absolute(Task task, Bytes name) {
    return paths.resolve(task, task.directories.working, name, true);
  }

  private Bytes base(Task task, StraceLine line, int directory, Bytes name) {
    Bytes working = task.directories.working;
    if (directory < 0) {
      return working;
    }
    Bytes decoration = line.decorationAt(directory);
    boolean isDecorated = !decoration.isEmpty() && decoration.at(0) == '/';
    if (line.fdAt(directory) == StraceLine.AT_FDCWD) {
      if (isDecorated) {
        task.directories.working = files.pathOf(decoration);
      }
      return task.directories.working;
    }
    boolean isAbsolute = !name.isEmpty() && name.at(0) == '/';
    return isAbsolute || line.fdAt(directory) < 0
        ? working
        : descriptors.directory(task, line, directory);
  }

  void handle(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    switch (line.call()) {
      case RENAME ->
          rename(task, line, path(task, line, -1, 0, false), path(task, line, -1, 1, false));
      case RENAMEAT, RENAMEAT2 ->
          rename(task, line, path(task, line, 0, 1, false), path(task, line, 2, 3, false));
      case LINK -> link(task, path(task, line, -1, 0, false), path(task, line, -1, 1, false));
      case LINKAT -> linkAt(task, line);
      case SYMLINK -> symlink(task, line.stringAt(0), path(task, line, -1, 1, false));
      case SYMLINKAT -> symlink(task, line.stringAt(0), path(task, line, 1, 2, false));
      case UNLINK -> unlink(task, path(task, line, -1, 0, false), ObjectKind.FILE);
      case RMDIR -> unlink(task, path(task, line, -1, 0, false), ObjectKind.DIRECTORY);
      case UNLINKAT -> unlinkAt(task, line);
      case MKDIR -> make(task, path(task, line, -1, 0, false), ObjectKind.DIRECTORY);
      case MKDIRAT -> make(task, path(task, line, 0, 1, false), ObjectKind.DIRECTORY);
      case MKNOD -> make(task, path(task, line, -1, 0, false), kind(line, 1));
      case MKNODAT -> make(task, path(task, line, 0, 1, false), kind(line, 2));
      case CHDIR -> task.directories.working = path(task, line, -1, 0, true);
      case FCHDIR -> fchdir(task, line);
      case CHROOT -> task.directories.root = path(task, line, -1, 0, true);
      case GETXATTR, LGETXATTR, FGETXATTR, GETXATTRAT -> readAttribute(task, line);
      default -> attributes(task, line);
    }
  }

  private void rename(Task task, StraceLine line, Bytes from, Bytes to) {
    if (from.equals(to)) {
      return;
    }
    boolean exchanges = line.has(4, CallFlags.RENAME_EXCHANGE);
    if (!exchanges && isOneFile(from, to)) {
      return;
    }
    if (!mirrorReports.isReported(task.tid)) {
      report(task, from, to, exchanges);
    }
    paths.moved(from, to);
    files.changes.moved(from, to, exchanges);
    tasks.moved(from, to, exchanges);
  }

  /**
   * Returns whether two names are links to the same file. POSIX then keeps both names in a rename.
   */
  private boolean isOneFile(Bytes from, Bytes to) {
    long object = report.sink.resolve(from);
    return object != 0 && object == report.sink.resolve(to);
  }

  private void report(Task task, Bytes from, Bytes to, boolean exchanges) {
    OperationSink sink = report.sink;
    report.release(task.process);
    declare(from, to);
    if (exchanges) {
      declare(to, from);
      sink.exchange(report.actor(task.process), from, to, report.nowNanos);
    } else {
      sink.rename(report.actor(task.process), from, to, report.nowNanos);
    }
  }

  /** Declares a renamed file, so that the old name is recorded. */
  private void declare(Bytes path, Bytes other) {
    if (report.sink.resolve(path) == 0) {
      boolean isDirectory = probe.isDirectory(other) || probe.isDirectory(path);
      ObjectKind kind = isDirectory ? ObjectKind.DIRECTORY : ObjectKind.FILE;
      report.sink.objectAt(path, kind, report.nowNanos);
    }
  }

  private void link(Task task, Bytes from, Bytes to) {
    if (mirrorReports.isReported(task.tid)) {
      paths.changed(to);
    } else {
      bind(task, to, files.objectAt(from));
    }
  }

  /** Handles linkat. It may give a file that was opened without a name its first name. */
  private void linkAt(Task task, StraceLine line) {
    Bytes to = path(task, line, 2, 3, false);
    boolean follows = line.has(4, CallFlags.AT_SYMLINK_FOLLOW);
    boolean isUnnamed = line.stringAt(1).isEmpty();
    OpenFile itself = isUnnamed ? descriptors.find(task, line, 0) : null;
    boolean hasObject = itself != null && itself.read != 0;
    Bytes from = hasObject ? to : path(task, line, 0, 1, follows);
    OpenFile open = isUnnamed ? itself : tasks.opened(from);
    if (open != null && open.read != 0 && !mirrorReports.isReported(task.tid)) {
      bind(task, to, open.read);
      if (open.isWritable) {
        files.changes.written(to, open.read);
      }
    } else {
      link(task, from, to);
    }
  }

  private void bind(Task task, Bytes path, long object) {
    if (object != 0) {
      report.release(task.process);
      report.sink.bind(report.actor(task.process), path, object, report.nowNanos);
      paths.changed(path);
    }
  }

  private void symlink(Task task, Bytes target, Bytes path) {
    make(task, path, ObjectKind.SYMLINK);
    paths.linked(path, target);
  }

  private void unlinkAt(Task task, StraceLine line) {
    boolean isDirectory = line.has(2, CallFlags.AT_REMOVEDIR);
    Bytes path = path(task, line, 0, 1, false);
    unlink(task, path, isDirectory ? ObjectKind.DIRECTORY : ObjectKind.FILE);
  }

  /** Declares a removed file, so that the removal is recorded. */
  private void unlink(Task task, Bytes path, ObjectKind kind) {
    if (!mirrorReports.isReported(task.tid)) {
      report.release(task.process);
      report.sink.objectAt(path, kind, report.nowNanos);
      report.sink.unbind(report.actor(task.process), path, report.nowNanos);
    }
    paths.changed(path);
    files.changes.removed(path);
  }

  private void make(Task task, Bytes path, ObjectKind kind) {
    if (mirrorReports.isReported(task.tid)) {
      paths.changed(path);
      return;
    }
    long object = report.sink.object(ObjectDeclaration.of(kind), report.nowNanos);
    if (kind == ObjectKind.FIFO) {
      files.madeFifo(object);
    }
    bind(task, path, object);
    report.access(OperationKind.CREATE, Phase.WHOLE, task.process, object, 0);
  }

  private static ObjectKind kind(StraceLine line, int argument) {
    if (line.has(argument, CallFlags.S_IFIFO)) {
      return ObjectKind.FIFO;
    }
    boolean isDevice =
        !line.has(argument, CallFlags.S_IFREG) && !line.has(argument, CallFlags.S_IFSOCK);
    return isDevice && line.argumentCount() > argument + 1 ? ObjectKind.DEVICE : ObjectKind.FILE;
  }

  private void fchdir(Task task, StraceLine line) {
    task.directories.working = descriptors.directory(task, line, 0);
  }

  private void attributes(Task task, StraceLine line) {
    if (mirrorReports.isReported(task.tid)) {
      return;
    }
    long object =
        switch (line.call()) {
          case FCHMOD, FCHOWN, FSETXATTR, FREMOVEXATTR -> descriptorObject(task, line);
          case LCHOWN, LSETXATTR, LREMOVEXATTR -> at(task, line, -1, 0, false);
          case FCHMODAT, FCHMODAT2, FCHOWNAT, UTIMENSAT, FUTIMESAT, SETXATTRAT, REMOVEXATTRAT ->
              line.isString(1) && !isItself(line)
                  ? at(task, line, 0, 1, follows(line))
                  : descriptorOrMarked(task, line);
          default -> at(task, line, -1, 0, true);
        };
    OperationKind kind = isContent(line) ? OperationKind.WRITE : OperationKind.METADATA;
    report.access(kind, Phase.WHOLE, task.process, object, 0);
  }

  private void readAttribute(Task task, StraceLine line) {
    if (!isContent(line) || mirrorReports.isReported(task.tid)) {
      return;
    }
    boolean isAt = line.call() == Syscall.GETXATTRAT;
    boolean isOpen = line.call() == Syscall.FGETXATTR || (isAt && isItself(line));
    OpenFile file = isOpen ? descriptors.find(task, line, 0) : null;
    long object = file == null ? 0 : file.read;
    if (!isOpen) {
      boolean follows = isAt ? follows(line) : line.call() == Syscall.GETXATTR;
      object = files.usedAt(path(task, line, isAt ? 0 : -1, isAt ? 1 : 0, follows));
    }
    report.access(OperationKind.READ, Phase.WHOLE, task.process, object, line.number());
  }

  /**
   * Returns whether a call accesses an extended attribute in which programs keep content. Like
   * owner and mode, system attributes are no content.
   */
  private static boolean isContent(StraceLine line) {
    return switch (line.call()) {
      case GETXATTR, LGETXATTR, FGETXATTR, SETXATTR, LSETXATTR, FSETXATTR ->
          line.stringAt(1).startsWith(USER_ATTRIBUTES);
      case GETXATTRAT, SETXATTRAT -> line.stringAt(3).startsWith(USER_ATTRIBUTES);
      default -> false;
    };
  }

  private static boolean follows(StraceLine line) {
    int flags =
        switch (line.call()) {
          case FCHOWNAT -> 4;
          case GETXATTRAT, SETXATTRAT, REMOVEXATTRAT -> 2;
          default -> 3; // others have no such argument
        };
    return !line.has(flags, CallFlags.AT_SYMLINK_NOFOLLOW);
  }

  /** Returns whether an empty path means the file of the descriptor. */
  private static boolean isItself(StraceLine line) {
    return line.stringAt(1).isEmpty() && line.fdAt(0) != StraceLine.AT_FDCWD;
  }

  /** Returns the object of the descriptor's file, even if the descriptor has only O_PATH. */
  private long descriptorOrMarked(Task task, StraceLine line) {
    OpenFile file = descriptors.find(task, line, 0);
    return file != null && file.isMark() ? changed(file.path) : descriptorObject(task, line);
  }

  private long descriptorObject(Task task, StraceLine line) {
    OpenFile file = descriptors.find(task, line, 0);
    if (file != null && file.path != null) {
      files.changes.written(file.path, file.read);
    }
    return file == null ? 0 : file.read;
  }

  private long at(Task task, StraceLine line, int directory, int argument, boolean follows) {
    return changed(path(task, line, directory, argument, follows));
  }

  /** Returns the object at a path whose attributes change. */
  private long changed(Bytes path) {
    long object = files.objectAt(path);
    files.changes.written(path, object);
    return object;
  }
}

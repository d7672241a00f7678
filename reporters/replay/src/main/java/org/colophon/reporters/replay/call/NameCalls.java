// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.replay.identity.FileIdentities;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.MirrorReports;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;

/** Calls that create, move and remove names, or change attributes or directories of processes. */
final class NameCalls {
  private static final Bytes USER_ATTRIBUTES = Bytes.of("user.");

  private final AccessReporter report;
  private final FileIdentities identities;
  private final PathResolver paths;
  private final DescriptorCalls descriptors;
  private final TaskTable tasks;
  private final MirrorReports mirrorReports;
  private final HostProbe probe;

  NameCalls(
      AccessReporter report,
      FileIdentities identities,
      PathResolver paths,
      DescriptorCalls descriptors,
      TaskTable tasks,
      MirrorReports mirrorReports,
      HostProbe probe) {
    this.report = report;
    this.identities = identities;
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
  Bytes path(Task task, SystemCall call, int directory, int argument, boolean follows) {
    Bytes name = call.stringAt(argument);
    Bytes path = paths.resolve(task, base(task, call, directory, name), name, follows);
    return follows ? markedPath(path) : path;
  }

  /** Records a gap if a path of the task may lead to another file than its mounts show. */
  void requireSameMounts(Task task) {
    if (task.mounts.isUncertain && !task.process.hasUncertainNames) {
      task.process.hasUncertainNames = true;
      report.gap(task.process.id, GapCause.KNOWN_BY_NAME, 1);
    }
  }

  /** Returns the target if a path leads to an O_PATH descriptor; otherwise the path itself. */
  private Bytes markedPath(Bytes path) {
    OpenFile open = tasks.opened(path);
    Bytes marked = open == null ? null : open.mark();
    return marked == null ? path : marked;
  }

  /**
   * Returns the path of the mount point that an argument denotes. Does not follow a link at the end
   * of the path.
   */
  Bytes mountPoint(Task task, SystemCall call, int argument) {
    Bytes name = call.stringAt(argument);
    boolean isDots = name.equals(Bytes.of(".")) || name.equals(Bytes.of(".."));
    return isDots
        ? path(task, call, -1, argument, true)
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

  private Bytes base(Task task, SystemCall call, int directory, Bytes name) {
    Bytes working = task.directories.working;
    if (directory < 0) {
      return working;
    }
    Bytes decoration = call.decorationAt(directory);
    boolean isDecorated = !decoration.isEmpty() && decoration.at(0) == '/';
    if (call.fdAt(directory) == SystemCall.AT_FDCWD) {
      if (isDecorated) {
        task.directories.working = OpenFiles.pathOf(decoration, probe);
      }
      return task.directories.working;
    }
    boolean isAbsolute = !name.isEmpty() && name.at(0) == '/';
    return isAbsolute || call.fdAt(directory) < 0
        ? working
        : descriptors.directory(task, call, directory);
  }

  void handle(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    requireSameMounts(task);
    switch (call.type) {
      case RENAME ->
          rename(task, call, path(task, call, -1, 0, false), path(task, call, -1, 1, false));
      case RENAMEAT, RENAMEAT2 ->
          rename(task, call, path(task, call, 0, 1, false), path(task, call, 2, 3, false));
      case LINK -> link(task, path(task, call, -1, 0, false), path(task, call, -1, 1, false));
      case LINKAT -> linkAt(task, call);
      case SYMLINK -> symlink(task, call.stringAt(0), path(task, call, -1, 1, false));
      case SYMLINKAT -> symlink(task, call.stringAt(0), path(task, call, 1, 2, false));
      case UNLINK -> unlink(task, path(task, call, -1, 0, false), ObjectKind.FILE);
      case RMDIR -> unlink(task, path(task, call, -1, 0, false), ObjectKind.DIRECTORY);
      case UNLINKAT -> unlinkAt(task, call);
      case MKDIR -> make(task, path(task, call, -1, 0, false), ObjectKind.DIRECTORY);
      case MKDIRAT -> make(task, path(task, call, 0, 1, false), ObjectKind.DIRECTORY);
      case MKNOD -> make(task, path(task, call, -1, 0, false), kind(call, 1));
      case MKNODAT -> make(task, path(task, call, 0, 1, false), kind(call, 2));
      case CHDIR -> task.directories.working = path(task, call, -1, 0, true);
      case FCHDIR -> task.directories.working = descriptors.directory(task, call, 0);
      case CHROOT -> task.directories.root = path(task, call, -1, 0, true);
      case GETXATTR, LGETXATTR, FGETXATTR, GETXATTRAT -> readAttribute(task, call);
      default -> attributes(task, call);
    }
  }

  private void rename(Task task, SystemCall call, Bytes from, Bytes to) {
    if (from.equals(to)) {
      return;
    }
    boolean exchanges = call.has(4, CallFlags.RENAME_EXCHANGE);
    if (!exchanges && isOneFile(from, to)) {
      return;
    }
    if (!mirrorReports.isReported(task.tid)) {
      report(task, from, to, exchanges);
    }
    paths.moved(from, to);
    identities.changes.moved(from, to, exchanges);
    tasks.moved(from, to, exchanges);
  }

  /** Called when a file system was mounted or unmounted. */
  void mountsChanged() {
    identities.forgetFileSystems();
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
    identities.renamed(from, to, task.process);
    declare(from, to);
    if (exchanges) {
      identities.renamed(to, from, task.process);
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
      identities.use(report.objectAt(path, kind));
    }
  }

  private void link(Task task, Bytes from, Bytes to) {
    if (mirrorReports.isReported(task.tid)) {
      paths.changed(to);
    } else {
      identities.renamed(from, to, task.process);
      long object = identities.objectAt(from);
      identities.use(object);
      bind(task, to, object);
      identities.changes.linked(from, to);
    }
  }

  /** Handles linkat. It may give a file that was opened without a name its first name. */
  private void linkAt(Task task, SystemCall call) {
    Bytes to = path(task, call, 2, 3, false);
    boolean follows = call.has(4, CallFlags.AT_SYMLINK_FOLLOW);
    boolean isUnnamed = call.stringAt(1).isEmpty();
    OpenFile itself = isUnnamed ? descriptors.find(task, call, 0) : null;
    boolean hasObject = itself != null && itself.read != 0;
    Bytes from = hasObject ? to : path(task, call, 0, 1, follows);
    OpenFile open = isUnnamed ? itself : tasks.opened(from);
    if (open != null && open.read != 0 && !mirrorReports.isReported(task.tid)) {
      bind(task, to, open.read);
      if (open.isWritable) {
        identities.changes.written(to, open.read);
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

  private void unlinkAt(Task task, SystemCall call) {
    boolean isDirectory = call.has(2, CallFlags.AT_REMOVEDIR);
    Bytes path = path(task, call, 0, 1, false);
    unlink(task, path, isDirectory ? ObjectKind.DIRECTORY : ObjectKind.FILE);
  }

  /** Declares a removed file, so that the removal is recorded. */
  private void unlink(Task task, Bytes path, ObjectKind kind) {
    if (!mirrorReports.isReported(task.tid)) {
      report.release(task.process);
      report.objectAt(path, kind);
      report.sink.unbind(report.actor(task.process), path, report.nowNanos);
    }
    paths.changed(path);
    identities.changes.removed(path);
  }

  private void make(Task task, Bytes path, ObjectKind kind) {
    if (mirrorReports.isReported(task.tid)) {
      paths.changed(path);
      return;
    }
    long object = report.newObject(kind, "");
    if (kind == ObjectKind.FIFO) {
      identities.madeFifo(object);
    }
    bind(task, path, object);
    report.access(OperationKind.CREATE, Phase.WHOLE, task.process, object, 0);
  }

  private static ObjectKind kind(SystemCall call, int argument) {
    if (call.has(argument, CallFlags.S_IFIFO)) {
      return ObjectKind.FIFO;
    }
    boolean isDevice =
        call.has(argument, CallFlags.S_IFCHR) || call.has(argument, CallFlags.S_IFBLK);
    return isDevice ? ObjectKind.DEVICE : ObjectKind.FILE;
  }

  private void attributes(Task task, SystemCall call) {
    if (mirrorReports.isReported(task.tid)) {
      return;
    }
    long object =
        switch (call.type) {
          case FCHMOD, FCHOWN, FSETXATTR, FREMOVEXATTR -> descriptorObject(task, call);
          case LCHOWN, LSETXATTR, LREMOVEXATTR -> at(task, call, -1, 0, false);
          case FCHMODAT, FCHMODAT2, FCHOWNAT, UTIMENSAT, FUTIMESAT, SETXATTRAT, REMOVEXATTRAT ->
              call.isString(1) && !isItself(call)
                  ? at(task, call, 0, 1, follows(call))
                  : descriptorOrMarked(task, call);
          default -> at(task, call, -1, 0, true);
        };
    OperationKind kind = isContent(call) ? OperationKind.WRITE : OperationKind.METADATA;
    report.access(kind, Phase.WHOLE, task.process, object, 0);
  }

  private void readAttribute(Task task, SystemCall call) {
    if (!isContent(call) || mirrorReports.isReported(task.tid)) {
      return;
    }
    boolean isAt = call.type == Syscall.GETXATTRAT;
    boolean isOpen = call.type == Syscall.FGETXATTR || (isAt && isItself(call));
    OpenFile file = isOpen ? descriptors.find(task, call, 0) : null;
    long object = file == null ? 0 : file.read;
    if (!isOpen) {
      boolean follows = isAt ? follows(call) : call.type == Syscall.GETXATTR;
      object = identities.usedAt(path(task, call, isAt ? 0 : -1, isAt ? 1 : 0, follows));
    }
    report.access(OperationKind.READ, Phase.WHOLE, task.process, object, call.result);
  }

  /**
   * Returns whether a call accesses an extended attribute in which programs keep content. Like
   * owner and mode, system attributes are not content.
   */
  private static boolean isContent(SystemCall call) {
    return switch (call.type) {
      case GETXATTR, LGETXATTR, FGETXATTR, SETXATTR, LSETXATTR, FSETXATTR ->
          call.stringAt(1).startsWith(USER_ATTRIBUTES);
      case GETXATTRAT, SETXATTRAT -> call.stringAt(3).startsWith(USER_ATTRIBUTES);
      default -> false;
    };
  }

  private static boolean follows(SystemCall call) {
    int flags =
        switch (call.type) {
          case FCHOWNAT -> 4;
          case GETXATTRAT, SETXATTRAT, REMOVEXATTRAT -> 2;
          default -> 3; // others have no such argument
        };
    return !call.has(flags, CallFlags.AT_SYMLINK_NOFOLLOW);
  }

  /** Returns whether an empty path means the file of the descriptor. */
  private static boolean isItself(SystemCall call) {
    return call.stringAt(1).isEmpty() && call.fdAt(0) != SystemCall.AT_FDCWD;
  }

  /** Returns the object of the descriptor's file, even if the descriptor has only O_PATH. */
  private long descriptorOrMarked(Task task, SystemCall call) {
    OpenFile file = descriptors.find(task, call, 0);
    Bytes marked = file == null ? null : file.mark();
    return marked == null ? descriptorObject(task, call) : changed(marked);
  }

  private long descriptorObject(Task task, SystemCall call) {
    OpenFile file = descriptors.find(task, call, 0);
    if (file != null && file.path != null) {
      identities.changes.written(file.path, file.read);
    }
    return file == null ? 0 : file.read;
  }

  private long at(Task task, SystemCall call, int directory, int argument, boolean follows) {
    return changed(path(task, call, directory, argument, follows));
  }

  /** Returns the object at a path whose attributes change. */
  private long changed(Bytes path) {
    long object = identities.objectAt(path);
    identities.changes.written(path, object);
    return object;
  }
}

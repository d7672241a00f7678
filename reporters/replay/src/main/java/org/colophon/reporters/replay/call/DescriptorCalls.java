// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.Tracee;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/**
 * Calls that create, copy and close descriptors without using a path: dup, fcntl, pipe, close, ...
 */
final class DescriptorCalls {
  private final AccessReporter report;
  private final OpenFiles files;
  private long unknownDirectories;

  DescriptorCalls(AccessReporter report, OpenFiles files) {
    this.report = report;
    this.files = files;
  }

  /**
   * Returns the target of a descriptor argument; null if unknown. If a descriptor was open before
   * the trace, its decoration identifies the target.
   */
  @Nullable OpenFile find(Task task, SystemCall call, int argument) {
    OpenFile file = task.descriptors.get(call.fdAt(argument));
    if (file != null && !file.isInherited) {
      return file;
    }
    boolean isRead = DataCalls.readArgument(call.type) == argument;
    return find(task, call.fdAt(argument), call.decorationAt(argument), isRead);
  }

  /** Returns the target of a descriptor that is only a part of an argument; null if unknown. */
  @Nullable OpenFile find(Task task, int fd, Bytes decoration, boolean isRead) {
    OpenFile file = known(task, fd, decoration);
    if (file != null && file.isInherited) {
      declareInherited(task, file, isRead);
    }
    return file;
  }

  /** Returns the view of a thread's process that its logs need. */
  ProgramLogs.TracedProcess traced(Task task) {
    return new TracedTask(task);
  }

  private final class TracedTask implements ProgramLogs.TracedProcess {
    private final Task task;

    /** The process when the log was opened. The thread may replace this process by execve. */
    private final Tracee process;

    TracedTask(Task task) {
      this.task = task;
      this.process = task.process;
    }

    @Override
    public int pid() {
      return process.pid;
    }

    @Override
    public long id() {
      return process.id;
    }

    @Override
    public int tid() {
      return task.tid;
    }

    @Override
    public long[] starters() {
      return task.starters.length == 0 ? new long[] {process.id} : task.starters;
    }

    @Override
    public void hasRead(long call) {
      process.hasRead(call);
    }

    @Override
    public long object(int fd, boolean isRead) {
      OpenFile file = find(task, fd, Bytes.EMPTY, isRead);
      if (file == null || file.mark() != null) {
        return 0;
      }
      return isRead ? file.read : file.write;
    }
  }

  private @Nullable OpenFile known(Task task, int fd, Bytes decoration) {
    OpenFile file = task.descriptors.get(fd);
    if (fd < 0 || (file != null && !file.isInherited)) {
      return file;
    }
    OpenFile told = decoration.isEmpty() ? null : files.fromDecoration(decoration);
    if (told == null && file == null && task.descriptors.isPartial) {
      String label = "descriptor " + fd + " of " + task.tid;
      told = OpenFile.stream(report.newObject(ObjectKind.OTHER, label));
    }
    if (told == null) {
      return file;
    }
    task.descriptors.put(fd, told, task.descriptors.isClosedOnExec(fd));
    return told;
  }

  /**
   * Declares an inherited file on first use, as one object for all processes. Records a gap for the
   * first process that uses it and for each process that reads it.
   */
  void declareInherited(Task task, OpenFile file, boolean isRead) {
    boolean isFirst = file.read == 0;
    if (isFirst) {
      file.read = report.newObject(ObjectKind.OTHER, file.label.toString());
      file.write = file.read;
    }
    if (isFirst || (isRead && !task.process.hasUnknownInput)) {
      task.process.hasUnknownInput = true;
      report.gap(task.process.id, GapCause.STARTED_BEFORE, 1);
    }
  }

  /**
   * Records a gap for data that moved through a descriptor that no observed call made. Only the
   * first use of a descriptor counts.
   */
  void unseen(Task task, int fd, long bytes) {
    if (fd >= 0 && bytes > 0) {
      task.descriptors.put(fd, OpenFile.nothing(null), false);
      report.gap(task.process.id, GapCause.UNKNOWN_CALL, 1);
    }
  }

  /** Returns the path of a descriptor argument's directory, which may be unknown. */
  Bytes directory(Task task, SystemCall call, int argument) {
    return directory(task, call.fdAt(argument), openDirectory(task, call, argument));
  }

  /** Returns the target of a descriptor argument, which is a directory. */
  OpenFile openDirectory(Task task, SystemCall call, int argument) {
    int fd = call.fdAt(argument);
    OpenFile file = known(task, fd, call.decorationAt(argument));
    if (file == null) {
      file = OpenFile.nothing(null);
      task.descriptors.put(fd, file, false);
    }
    return file;
  }

  /** Returns the path of an open directory. An unknown directory gets a unique name. */
  Bytes directory(Task task, int fd, OpenFile file) {
    if (file.path != null) {
      return file.path;
    }
    if (file.unknownDirectory.isEmpty()) {
      Tracee process = task.process;
      String name =
          fd + " of " + process.pid + "." + process.startNanos + "." + ++unknownDirectories;
      file.unknownDirectory = Bytes.of(PathResolver.UNKNOWN_DIRECTORY + name);
      report.gap(process.id, GapCause.STARTED_BEFORE, 1);
    }
    return file.unknownDirectory;
  }

  void handle(Task task, SystemCall call) {
    switch (call.type) {
      case CLOSE -> {
        if (!task.isApplied) {
          close(task, call.fdAt(0));
        }
      }
      case CLOSE_RANGE -> closeRange(task, call);
      case DUP, DUP2 -> copy(task, call, false);
      case DUP3 -> copy(task, call, call.has(2, CallFlags.CLOEXEC));
      case FCNTL -> fcntl(task, call);
      case IOCTL -> mark(task, call);
      case PIPE, PIPE2 -> pipe(task, call);
      case MEMFD_CREATE -> memory(task, call);
      default -> counter(task, call);
    }
  }

  /** Applies a close at its start, because the number can be reused from then on. */
  void begin(Task task, SystemCall call) {
    close(task, call.fdAt(0));
    task.isApplied = true;
  }

  /** Stores a file under the descriptor that a call returned. */
  void install(Task task, int fd, OpenFile file, boolean isClosedOnExec) {
    close(task, fd);
    task.descriptors.put(fd, file, isClosedOnExec);
  }

  private void close(Task task, int fd) {
    boolean wasUsed = task.descriptors.isUsed(fd);
    OpenFile file = task.descriptors.remove(fd);
    if (file == null) {
      return;
    }
    if (task.process.heldFile == file) {
      report.release(task.process);
    }
    report.ranges.closed(file.write);
    if (wasUsed) {
      closed(task, file.read);
      if (file.write != file.read) {
        closed(task, file.write);
      }
    }
  }

  private void closed(Task task, long object) {
    if (object != 0
        && !task.descriptors.leadsTo(object, true)
        && !task.process.mappings.leadsTo(object)) {
      report.access(OperationKind.CLOSE, Phase.WHOLE, task.process, object, 0);
    }
  }

  private void closeRange(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    if (call.has(2, CallFlags.RANGE_UNSHARE)) {
      task.descriptors = task.descriptors.copy();
    }
    long last = Integer.toUnsignedLong((int) call.longAt(1));
    boolean marksOnly = call.has(2, CallFlags.RANGE_CLOEXEC);
    int end = (int) Math.min(last, task.descriptors.size() - 1L);
    for (int fd = Math.max(0, call.fdAt(0)); fd <= end; fd++) {
      if (marksOnly) {
        task.descriptors.setCloseOnExec(fd, true);
      } else {
        close(task, fd);
      }
    }
  }

  private void copy(Task task, SystemCall call, boolean isClosedOnExec) {
    int fd = (int) call.result;
    if (!call.succeeded() || fd == call.fdAt(0)) {
      return;
    }
    OpenFile file = known(task, call.fdAt(0), call.decorationAt(0));
    close(task, fd);
    if (file != null) {
      boolean wasUsed = task.descriptors.isUsed(call.fdAt(0));
      task.descriptors.put(fd, file, isClosedOnExec);
      copied(task, file);
      if (wasUsed) {
        task.descriptors.use(fd);
      }
    }
  }

  /** Reports a copy as an open, so that it is recorded even if the file is not used any more. */
  private void copied(Task task, OpenFile file) {
    if (file.isInherited || file.isMirrored) {
      return; // the target is unknown until its first use, or the mirror reports it
    }
    long object = file.read == 0 ? file.write : file.read;
    report.access(OperationKind.OPEN, Phase.WHOLE, task.process, object, 0);
  }

  private void fcntl(Task task, SystemCall call) {
    if (call.has(1, CallFlags.F_DUPFD)) {
      copy(task, call, false);
    } else if (call.has(1, CallFlags.F_DUPFD_CLOEXEC)) {
      copy(task, call, true);
    } else if (call.has(1, CallFlags.F_SETFD) && call.succeeded()) {
      task.descriptors.setCloseOnExec(call.fdAt(0), call.has(2, CallFlags.FD_CLOEXEC));
    } else if (call.has(1, CallFlags.F_SETFL) && call.succeeded()) {
      OpenFile file = task.descriptors.get(call.fdAt(0));
      if (file != null) {
        file.isAppending = call.has(2, CallFlags.APPEND);
      }
    }
  }

  private void mark(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    if (call.has(1, CallFlags.TERMINAL_NUMBER) || call.has(1, CallFlags.TERMINAL_PEER)) {
      terminal(task, call, find(task, call, 0));
    } else {
      task.descriptors.setCloseOnExec(call.fdAt(0), call.has(1, CallFlags.FIOCLEX));
    }
  }

  /** Finds the other end of a terminal by its number or a new descriptor. */
  private void terminal(Task task, SystemCall call, @Nullable OpenFile master) {
    if (master == null) {
      return;
    }
    if (call.has(1, CallFlags.TERMINAL_PEER)) {
      long input = master.write;
      long output = master.read;
      OpenFile slave = OpenFile.stream(input, output, null);
      install(task, (int) call.result, slave, call.has(2, CallFlags.CLOEXEC));
    } else {
      files.nameTerminal(master, call.longAt(2));
    }
  }

  private void pipe(Task task, SystemCall call) {
    int[] ends = call.pairAt(0);
    if (!call.succeeded() || ends.length == 0) {
      return;
    }
    boolean isClosedOnExec = call.has(1, CallFlags.CLOEXEC);
    long pipe = files.newPipe(task.process);
    install(task, ends[0], OpenFile.stream(pipe, 0, null), isClosedOnExec);
    install(task, ends[1], OpenFile.stream(0, pipe, null), isClosedOnExec);
  }

  private void memory(Task task, SystemCall call) {
    if (call.succeeded()) {
      String label = "memfd:" + call.stringAt(0).display();
      OpenFile file = OpenFile.unnamed(report.newObject(ObjectKind.MEMORY, label), Bytes.of(label));
      file.isWritable = true;
      install(task, (int) call.result, file, call.has(1, CallFlags.MFD_CLOEXEC));
    }
  }

  /** Creates descriptors that transfer events instead of data. */
  private void counter(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    boolean isChange = call.type == Syscall.SIGNALFD || call.type == Syscall.SIGNALFD4;
    if (!isChange || call.fdAt(0) != call.result) {
      install(task, (int) call.result, OpenFile.nothing(null), isClosedOnExec(call));
    }
  }

  private static boolean isClosedOnExec(SystemCall call) {
    return switch (call.type) {
      case EVENTFD2 -> call.has(1, CallFlags.EFD_CLOEXEC);
      case TIMERFD_CREATE -> call.has(1, CallFlags.TFD_CLOEXEC);
      case SIGNALFD4 -> call.has(3, CallFlags.SFD_CLOEXEC);
      case EPOLL_CREATE1 -> call.has(0, CallFlags.EPOLL_CLOEXEC);
      case INOTIFY_INIT1 -> call.has(0, CallFlags.IN_CLOEXEC);
      case USERFAULTFD -> call.has(0, CallFlags.CLOEXEC);
      default -> false;
    };
  }

  void installPidfd(Task task, SystemCall call) {
    OpenFile file = OpenFile.nothing(null);
    file.pid = call.pidAt(0);
    install(task, (int) call.result, file, true);
  }

  void copyFromProcess(Task task, SystemCall call, @Nullable Task other) {
    OpenFile file = other == null ? null : other.descriptors.get(call.fdAt(1));
    if (file != null) {
      install(task, (int) call.result, file, true);
    }
  }
}

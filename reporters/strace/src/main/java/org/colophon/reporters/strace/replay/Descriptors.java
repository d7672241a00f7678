package org.colophon.reporters.strace.replay;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.strace.line.StraceLine;
import org.colophon.reporters.strace.line.Syscall;

/** Calls that make, copy and close descriptors without a name: dup, fcntl, pipe, close, ... */
final class Descriptors {
  private final Report report;
  private final OpenFiles files;

  Descriptors(Report report, OpenFiles files) {
    this.report = report;
    this.files = files;
  }

  /**
   * What a descriptor argument leads to, null if nothing is known of it. A descriptor from before
   * the process was watched becomes known through what strace says of it, if anything.
   */
  OpenFile find(Task task, StraceLine line, int argument) {
    int fd = line.fdAt(argument);
    OpenFile file = task.descriptors.get(fd);
    if (file != null || fd < 0) {
      return file;
    }
    Bytes decoration = line.decorationAt(argument);
    if (!decoration.isEmpty()) {
      file = files.fromDecoration(decoration);
    } else if (task.descriptors.isPartial) {
      long object = files.newObject(ObjectKind.OTHER, "descriptor " + fd + " of " + task.tid);
      file = OpenFile.stream(object, object, null);
    }
    if (file != null) {
      task.descriptors.put(fd, file, false);
    }
    return file;
  }

  void handle(Task task, StraceLine line) {
    switch (line.call()) {
      case CLOSE -> {
        if (!task.isApplied) {
          close(task, line.fdAt(0));
        }
      }
      case CLOSE_RANGE -> closeRange(task, line);
      case DUP -> copy(task, line, 0, false);
      case DUP2 -> copy(task, line, 0, false);
      case DUP3 -> copy(task, line, 0, line.has(2, Flags.CLOEXEC));
      case FCNTL, FCNTL64 -> fcntl(task, line);
      case PIPE, PIPE2 -> pipe(task, line);
      case MEMFD_CREATE -> memory(task, line);
      default -> counter(task, line);
    }
  }

  /** A close that has begun has freed its number already, whatever comes between. */
  void begin(Task task, StraceLine line) {
    if (line.call() == Syscall.CLOSE) {
      close(task, line.fdAt(0));
      task.isApplied = true;
    }
  }

  /** Puts a file at the number that a call returned. */
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
    if (task.process.suspect == file) {
      report.release(task.process);
    }
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

  private void closeRange(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    if (line.has(2, Flags.RANGE_UNSHARE)) {
      task.descriptors = task.descriptors.copy();
    }
    long last = Integer.toUnsignedLong((int) line.longAt(1));
    boolean marksOnly = line.has(2, Flags.RANGE_CLOEXEC);
    int end = (int) Math.min(last, task.descriptors.size() - 1L);
    for (int fd = Math.max(0, line.fdAt(0)); fd <= end; fd++) {
      if (marksOnly) {
        task.descriptors.setCloseOnExec(fd, true);
      } else {
        close(task, fd);
      }
    }
  }

  private void copy(Task task, StraceLine line, int argument, boolean isClosedOnExec) {
    int fd = (int) line.number();
    if (!line.succeeded() || fd == line.fdAt(argument)) {
      return;
    }
    OpenFile file = find(task, line, argument);
    close(task, fd);
    if (file != null) {
      boolean wasUsed = task.descriptors.isUsed(line.fdAt(argument));
      task.descriptors.put(fd, file, isClosedOnExec);
      if (wasUsed) {
        task.descriptors.use(fd);
      }
    }
  }

  private void fcntl(Task task, StraceLine line) {
    if (line.has(1, Flags.F_DUPFD)) {
      copy(task, line, 0, false);
    } else if (line.has(1, Flags.F_DUPFD_CLOEXEC)) {
      copy(task, line, 0, true);
    } else if (line.has(1, Flags.F_SETFD) && line.succeeded()) {
      task.descriptors.setCloseOnExec(line.fdAt(0), line.has(2, Flags.FD_CLOEXEC));
    }
  }

  private void pipe(Task task, StraceLine line) {
    int[] ends = pair(line, 0);
    if (!line.succeeded() || ends == null) {
      return;
    }
    boolean isClosedOnExec = line.has(1, Flags.CLOEXEC);
    long pipe = files.newPipe(task.process);
    install(task, ends[0], OpenFile.stream(pipe, 0, null), isClosedOnExec);
    install(task, ends[1], OpenFile.stream(0, pipe, null), isClosedOnExec);
  }

  /** The two descriptors of {@code [3, 4]}, null if they are not there. */
  static int[] pair(StraceLine line, int argument) {
    int from = line.from(argument);
    int to = line.to(argument);
    byte[] buffer = line.buffer();
    if (from >= to || buffer[from] != '[') {
      return null;
    }
    int[] pair = new int[2];
    int second = from;
    while (second < to && buffer[second] != ' ') {
      second++;
    }
    pair[0] = (int) org.colophon.reporters.strace.line.Scan.number(buffer, from + 1, to);
    pair[1] = (int) org.colophon.reporters.strace.line.Scan.number(buffer, second + 1, to);
    return pair;
  }

  private void memory(Task task, StraceLine line) {
    if (line.succeeded()) {
      long object = files.newObject(ObjectKind.MEMORY, "memfd:" + line.stringAt(0).display());
      OpenFile file = OpenFile.file(object, null);
      install(task, (int) line.number(), file, line.has(1, Flags.MFD_CLOEXEC));
    }
  }

  /** Descriptors that carry events, not data. */
  private void counter(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    boolean isClosedOnExec =
        line.hasAnywhere(Flags.EFD_CLOEXEC)
            || line.hasAnywhere(Flags.TFD_CLOEXEC)
            || line.hasAnywhere(Flags.SFD_CLOEXEC)
            || line.hasAnywhere(Flags.IN_CLOEXEC)
            || line.hasAnywhere(Flags.EPOLL_CLOEXEC);
    boolean isChange = line.call() == Syscall.SIGNALFD || line.call() == Syscall.SIGNALFD4;
    if (!isChange || line.fdAt(0) != line.number()) {
      install(task, (int) line.number(), OpenFile.nothing(null), isClosedOnExec);
    }
  }

  void installPidfd(Task task, StraceLine line) {
    if (line.succeeded()) {
      OpenFile file = OpenFile.nothing(null);
      file.pid = line.pidAt(0);
      install(task, (int) line.number(), file, true);
    }
  }

  void takeFromOther(Task task, StraceLine line, Task other) {
    OpenFile file = other == null ? null : other.descriptors.get(line.fdAt(1));
    if (line.succeeded() && file != null) {
      install(task, (int) line.number(), file, true);
    }
  }
}

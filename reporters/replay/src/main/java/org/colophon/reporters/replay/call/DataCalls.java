package org.colophon.reporters.replay.call;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.replay.line.LineScan;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.Syscall;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.Task;

/**
 * Calls that move data between descriptors and memory, or between descriptors. An interrupted call
 * is reported by its start and its end. A read at the end of a file is recorded, but an empty write
 * is not.
 */
final class DataCalls {
  private static final byte[] SUBMITTED_KIND = ascii("aio_lio_opcode=IOCB_CMD_");
  private static final byte[] SUBMITTED_FD = ascii("aio_fildes=");
  private static final byte[] PREAD = ascii("PREAD");
  private static final byte[] PWRITE = ascii("PWRITE");

  private final AccessReporter report;
  private final OpenFiles files;
  private final DescriptorCalls descriptors;
  private final DatabaseConnections databases;

  DataCalls(
      AccessReporter report,
      OpenFiles files,
      DescriptorCalls descriptors,
      DatabaseConnections databases) {
    this.report = report;
    this.files = files;
    this.descriptors = descriptors;
    this.databases = databases;
  }

  /** Returns the argument with the descriptor that is read; -1 if none. */
  static int readArgument(Syscall call) {
    return switch (call) {
      case READ, PREAD64, READV, PREADV, PREADV2, RECVFROM, RECVMSG, RECVMMSG -> 0;
      case COPY_FILE_RANGE, SPLICE, TEE -> 0;
      case MQ_TIMEDRECEIVE -> 0;
      case SENDFILE -> 1;
      case IOCTL -> 2;
      default -> -1;
    };
  }

  /** Returns the argument with the descriptor that is written; -1 if none. */
  private static int writeArgument(Syscall call) {
    return switch (call) {
      case WRITE, PWRITE64, WRITEV, PWRITEV, PWRITEV2, SENDTO, SENDMSG, SENDMMSG -> 0;
      case SENDFILE, FALLOCATE, IOCTL, MQ_TIMEDSEND -> 0;
      case TEE -> 1;
      case COPY_FILE_RANGE, SPLICE -> 2;
      default -> -1;
    };
  }

  static boolean moves(Syscall call) {
    return readArgument(call) >= 0 || writeArgument(call) >= 0;
  }

  void begin(Task task, StraceLine line) {
    Syscall call = line.call();
    OpenFile source = file(task, line, readArgument(call));
    OpenFile target = file(task, line, writeArgument(call));
    if (source != null && !source.isMirrored && countsFromBegin(task, source)) {
      task.begunRead = source.read;
      report.access(OperationKind.READ, Phase.BEGIN, task.process, source.read, 0);
    }
    if (target != null && !target.isMirrored && target.write != 0) {
      task.begunWrite = target.write;
      files.openForWriting(target);
      if (target.socket != null) {
        databases.sends(task, target);
      }
      report.access(OperationKind.WRITE, Phase.BEGIN, task.process, target.write, 0);
    }
  }

  /** Begins a run. Ignores reads that the dynamic loader may make, and descriptors without data. */
  void beginRun(Task task, StraceLine line, int slot) {
    OpenFile file = file(task, line, 0);
    OperationKind kind = runKind(line);
    if (file == null || file.isMirrored || file == task.process.heldFile) {
      return;
    }
    task.runs[slot] = kind == OperationKind.READ ? file.read : file.write;
    if (kind == OperationKind.WRITE && file.write != 0) {
      files.openForWriting(file);
    }
    report.access(kind, Phase.BEGIN, task.process, task.runs[slot], 0);
  }

  boolean endRun(Task task, StraceLine line, int slot, long count) {
    long object = task.runs[slot];
    task.runs[slot] = 0;
    if (object != 0) {
      report.endRepeated(runKind(line), task.process, object, count, line.number());
    }
    return object != 0;
  }

  private static OperationKind runKind(StraceLine line) {
    return readArgument(line.call()) == 0 ? OperationKind.READ : OperationKind.WRITE;
  }

  /** Reports the start of a read by the task's current call. The line of the call ends the read. */
  void copies(Task task, int descriptor) {
    OpenFile source = task.descriptors.get(descriptor);
    if (source != null && !source.isMirrored && source.read != 0 && task.begunRead == 0) {
      task.begunRead = source.read;
      report.access(OperationKind.READ, Phase.BEGIN, task.process, source.read, 0);
    }
  }

  /**
   * Returns whether a read is reported at its start. If the only thread of a process reads a
   * stream, only the end is reported, because the process cannot write meanwhile. So a process that
   * waits at a pipe does not count as a reader.
   */
  private static boolean countsFromBegin(Task task, OpenFile source) {
    return source.read != 0
        && (!source.isStream
            || task.process.tasks.size() > 1
            || task.process.mappings.isAnyWritten());
  }

  void end(Task task, StraceLine line) {
    boolean succeeded = line.succeeded();
    long bytes = succeeded ? bytes(line) : 0;
    Syscall call = line.call();
    if (task.begunRead != 0) {
      endRead(task, line, bytes);
    } else if (succeeded && readArgument(call) >= 0) {
      read(task, line, readArgument(call), bytes);
    }
    if (task.begunWrite != 0) {
      report.access(OperationKind.WRITE, Phase.END, task.process, task.begunWrite, bytes);
    } else if (succeeded && writeArgument(call) >= 0 && counts(line, bytes)) {
      write(task, line, writeArgument(call), bytes);
    }
    task.begunRead = 0;
    task.begunWrite = 0;
  }

  /**
   * Returns the number of moved bytes. For calls with several messages, the result of the call is
   * the number of messages instead.
   */
  private static long bytes(StraceLine line) {
    if (line.call() == Syscall.MQ_TIMEDSEND) {
      return line.longAt(2);
    }
    boolean countsMessages = line.call() == Syscall.SENDMMSG || line.call() == Syscall.RECVMMSG;
    long told = countsMessages ? line.messageBytesAt(1) : -1;
    return told < 0 ? line.number() : told;
  }

  /** Handles vmsplice. It reads or writes, depending on the end of the pipe. */
  void vmsplice(Task task, StraceLine line) {
    OpenFile pipe = file(task, line, 0);
    if (line.succeeded() && pipe != null) {
      boolean isWrite = pipe.write != 0;
      report.access(
          isWrite ? OperationKind.WRITE : OperationKind.READ,
          Phase.WHOLE,
          task.process,
          isWrite ? pipe.write : pipe.read,
          line.number());
    }
  }

  private static boolean counts(StraceLine line, long bytes) {
    return bytes > 0
        || line.call() == Syscall.FALLOCATE
        || line.call() == Syscall.IOCTL
        || line.call() == Syscall.MQ_TIMEDSEND;
  }

  private void endRead(Task task, StraceLine line, long bytes) {
    OpenFile source = file(task, line, readArgument(line.call()));
    long readCount = task.process.readCount;
    report.access(OperationKind.READ, Phase.END, task.process, task.begunRead, bytes);
    if (line.succeeded() && source != null && source.socket != null) {
      received(task, source, line, readCount);
    }
  }

  /** Handles received data. Responses of a database server do not count as new input. */
  private void received(Task task, OpenFile source, StraceLine line, long readCount) {
    databases.received(task, source, line);
    if (source.socket.database != null) {
      task.process.readCount = readCount;
    }
  }

  private void read(Task task, StraceLine line, int argument, long bytes) {
    OpenFile source = file(task, line, argument);
    if (source == null || source.read == 0) {
      return;
    }
    task.descriptors.use(line.fdAt(argument));
    boolean maybeHeader =
        (line.call() == Syscall.READ || line.call() == Syscall.PREAD64)
            && report.holdsBack(task.process, source, bytes, line.longAt(2));
    if (source.isMirrored && !maybeHeader) {
      report.release(task.process);
    } else if (!maybeHeader) {
      long readCount = task.process.readCount;
      report.access(OperationKind.READ, Phase.WHOLE, task.process, source.read, bytes);
      if (source.socket != null) {
        received(task, source, line, readCount);
      }
    }
  }

  private void write(Task task, StraceLine line, int argument, long bytes) {
    OpenFile target = file(task, line, argument);
    if (target != null && target.write != 0) {
      task.descriptors.use(line.fdAt(argument));
      if (target.socket != null) {
        databases.sends(task, target);
      }
      if (!target.isMirrored) {
        files.openForWriting(target);
        report.access(OperationKind.WRITE, Phase.WHOLE, task.process, target.write, bytes);
      }
    }
  }

  private OpenFile file(Task task, StraceLine line, int argument) {
    return argument < 0 || argument >= line.argumentCount()
        ? null
        : descriptors.find(task, line, argument);
  }

  /** Reports the submitted requests. They are the first requests in the list. */
  void submit(Task task, StraceLine line) {
    if (!line.succeeded()) {
      return;
    }
    int p = line.from(2);
    for (long left = line.number(); left > 0; left--) {
      int kind = after(line, SUBMITTED_KIND, p);
      int descriptor = kind < 0 ? -1 : after(line, SUBMITTED_FD, kind);
      if (descriptor < 0) {
        report.gap(task.process.id, GapCause.UNKNOWN_CALL, left);
        return;
      }
      if (LineScan.matches(line.buffer(), kind, descriptor, PREAD)) {
        moveSubmitted(task, line, descriptor, OperationKind.READ);
      } else if (LineScan.matches(line.buffer(), kind, descriptor, PWRITE)) {
        moveSubmitted(task, line, descriptor, OperationKind.WRITE);
      }
      p = descriptor;
    }
  }

  private void moveSubmitted(Task task, StraceLine line, int at, OperationKind kind) {
    int fd = (int) LineScan.number(line.buffer(), at, line.to(2));
    Bytes decoration = LineScan.decoration(line.buffer(), at, line.to(2));
    OpenFile file = descriptors.find(task, fd, decoration, kind == OperationKind.READ);
    if (file != null && !file.isMirrored) {
      task.descriptors.use(fd);
      long object = kind == OperationKind.READ ? file.read : file.write;
      report.access(kind, Phase.WHOLE, task.process, object, 0);
    }
  }

  /** Returns the index after the next occurrence of a word outside quoted text, or -1. */
  private static int after(StraceLine line, byte[] word, int from) {
    byte[] buffer = line.buffer();
    int to = line.to(2);
    for (int p = from; p < to; p++) {
      if (buffer[p] == '"') {
        int end = LineScan.stringEnd(buffer, p + 1, to);
        p = end < 0 ? to : end - 1;
      } else if (LineScan.matches(buffer, p, to, word)) {
        return p + word.length;
      }
    }
    return -1;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

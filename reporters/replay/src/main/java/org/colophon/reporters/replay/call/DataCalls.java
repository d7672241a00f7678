// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import java.util.List;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.reporters.replay.content.FileChanges;
import org.colophon.reporters.replay.content.TracedRanges;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.SocketEnd;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.syscall.SubmittedRequest;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/**
 * Calls that move data between descriptors and memory, or between descriptors. An interrupted call
 * is reported by its start and its end. A read at the end of a file is recorded, but an empty write
 * is not.
 */
public final class DataCalls {
  private final AccessReporter report;
  private final FileChanges changes;
  private final DescriptorCalls descriptors;
  private final DatabaseConnections databases;

  DataCalls(
      AccessReporter report,
      FileChanges changes,
      DescriptorCalls descriptors,
      DatabaseConnections databases) {
    this.report = report;
    this.changes = changes;
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

  void begin(Task task, SystemCall call) {
    Syscall type = call.type;
    OpenFile source = file(task, call, readArgument(type));
    OpenFile target = file(task, call, writeArgument(type));
    beginMove(task, source, target);
    if (source != null && !source.hasMirroredData && countsFromBegin(task, source)) {
      task.begunRead = source.read;
      turn(task, source, source.read);
      report.access(OperationKind.READ, Phase.BEGIN, task.process, source.read, 0);
    }
    if (target != null && !target.hasMirroredData && target.write != 0) {
      task.begunWrite = target.write;
      changes.openForWriting(target);
      if (target.socket != null) {
        databases.sends(task, target.socket);
      }
      turn(task, target, target.write);
      report.access(OperationKind.WRITE, Phase.BEGIN, task.process, target.write, 0);
    }
  }

  /**
   * Ends the accesses of an earlier turn, if a connection to another host is used in the other
   * direction than before. So the records tell how many bytes belong to which turn.
   */
  private void turn(Task task, OpenFile file, long object) {
    SocketEnd end = file.socket;
    if (end != null && end.isOutside && end.lastUsed != object) {
      if (end.turns++ >= 2) { // both directions were used
        report.access(OperationKind.CLOSE, Phase.WHOLE, task.process, object, 0);
      }
      end.lastUsed = object;
    }
  }

  /**
   * Begins a run: repeated accesses that are recorded as one long call. Ignores reads that the
   * dynamic loader may make, and descriptors without data.
   */
  public void beginRun(Task task, SystemCall call, int slot) {
    OpenFile file = file(task, call, 0);
    OperationKind kind = runKind(call);
    if (file == null || file.hasMirroredData || file == task.process.heldFile) {
      return;
    }
    task.runs[slot] = kind == OperationKind.READ ? file.read : file.write;
    if (kind == OperationKind.WRITE && file.write != 0) {
      changes.openForWriting(file);
    }
    report.access(kind, Phase.BEGIN, task.process, task.runs[slot], 0);
  }

  /** Ends a run; returns false if it has not begun. */
  public boolean endRun(Task task, SystemCall call, int slot, long count) {
    long object = task.runs[slot];
    task.runs[slot] = 0;
    if (object != 0) {
      report.endRepeated(runKind(call), task.process, object, count, call.result);
    }
    return object != 0;
  }

  private static OperationKind runKind(SystemCall call) {
    return readArgument(call.type) == 0 ? OperationKind.READ : OperationKind.WRITE;
  }

  /**
   * Reports the start of a read by the task's current call, which copies to a mirrored file. The
   * end of the call ends the read.
   */
  public void copies(Task task, int descriptor) {
    OpenFile source = task.descriptors.get(descriptor);
    if (source != null && !source.hasMirroredData && source.read != 0 && task.begunRead == 0) {
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

  void end(Task task, SystemCall call) {
    boolean succeeded = call.succeeded();
    long bytes = succeeded ? bytes(call) : 0;
    Syscall type = call.type;
    if (task.begunRead != 0) {
      endRead(task, call, bytes);
    } else if (succeeded && readArgument(type) >= 0) {
      read(task, call, readArgument(type), bytes);
    }
    if (task.begunWrite != 0) {
      report.access(OperationKind.WRITE, Phase.END, task.process, task.begunWrite, bytes);
    } else if (succeeded && writeArgument(type) >= 0 && counts(call, bytes)) {
      write(task, call, writeArgument(type), bytes);
    }
    task.begunRead = 0;
    task.begunWrite = 0;
    if (report.ranges.isWanted()) {
      move(task, call, bytes);
    }
  }

  private void beginMove(Task task, @Nullable OpenFile source, @Nullable OpenFile target) {
    if (report.ranges.isWanted()) {
      task.begunSource = source;
      task.begunTarget = target == source ? null : target;
      if (source != null) {
        report.ranges.begin(source, false);
      }
      if (task.begunTarget != null) {
        report.ranges.begin(task.begunTarget, true);
      }
    }
  }

  /** Follows the positions of the files of a call that has ended, and notes the written range. */
  private void move(Task task, SystemCall call, long bytes) {
    TracedRanges ranges = report.ranges;
    boolean hasBegun = task.begunSource != null || task.begunTarget != null;
    OpenFile source = hasBegun ? task.begunSource : file(task, call, readArgument(call.type));
    OpenFile target = hasBegun ? task.begunTarget : file(task, call, writeArgument(call.type));
    if (source != null) {
      ranges.end(source, false, hasBegun);
    }
    if (target != null) {
      ranges.end(target, true, hasBegun);
    }
    if (call.succeeded() && bytes > 0) {
      long from = source == null ? TracedRanges.NOT_TOLD : read(source, call, bytes);
      if (target != null) {
        noteWrite(task, call, target, bytes, source, from);
      }
    } else if (target != null && (!call.hasResult || (call.succeeded() && isUntold(call)))) {
      ranges.writtenSomewhere(report.actor(task.process), target.write);
    }
  }

  /** Returns whether the result of a successful write is not the number of bytes. */
  private static boolean isUntold(SystemCall call) {
    return call.type == Syscall.FALLOCATE || call.type == Syscall.IOCTL;
  }

  private long read(OpenFile source, SystemCall call, long bytes) {
    long offset =
        switch (call.type) {
          case PREAD64, PREADV, PREADV2 -> offset(call, 3);
          case SENDFILE -> pointedOffset(call, 2);
          case COPY_FILE_RANGE, SPLICE -> pointedOffset(call, 1);
          case TEE -> TracedRanges.NOT_TOLD;
          default -> TracedRanges.AT_POSITION;
        };
    return report.ranges.read(source, offset, bytes);
  }

  private void noteWrite(
      Task task,
      SystemCall call,
      OpenFile target,
      long bytes,
      @Nullable OpenFile source,
      long sourceOffset) {
    long offset =
        switch (call.type) {
          case PWRITE64, PWRITEV, PWRITEV2 -> offset(call, 3);
          case COPY_FILE_RANGE, SPLICE -> pointedOffset(call, 3);
          default -> TracedRanges.AT_POSITION;
        };
    boolean hasFlags = call.type == Syscall.PWRITEV2;
    boolean appends = target.isAppending && !(hasFlags && call.has(5, CallFlags.RWF_NOAPPEND));
    boolean copies = call.type == Syscall.COPY_FILE_RANGE || call.type == Syscall.SENDFILE;
    report.ranges.write(
        report.actor(task.process),
        target,
        offset,
        appends || (hasFlags && call.has(5, CallFlags.RWF_APPEND)),
        bytes,
        copies && source != null && !source.isStream ? source.read : 0,
        sourceOffset);
  }

  /** Returns the offset in an argument. Its upper half is in the next argument, if there is one. */
  private static long offset(SystemCall call, int argument) {
    boolean isWide = call.argumentCount > argument + 1 && call.longAt(argument + 1) != 0;
    return isWide ? TracedRanges.NOT_TOLD : call.longAt(argument);
  }

  /** Returns the offset to which an argument points. */
  private static long pointedOffset(SystemCall call, int argument) {
    if (call.has(argument, CallFlags.NULL)) {
      return TracedRanges.AT_POSITION;
    }
    return call.isNumber(argument) ? TracedRanges.NOT_TOLD : call.longAt(argument);
  }

  void beginSeek(Task task, SystemCall call) {
    beginMove(task, file(task, call, 0), null);
  }

  /** Handles lseek. The result of its form for 32-bit programs is not followed. */
  void seek(Task task, SystemCall call) {
    boolean hasBegun = task.begunSource != null;
    OpenFile file = hasBegun ? task.begunSource : file(task, call, 0);
    if (file == null) {
      return;
    }
    report.ranges.end(file, false, hasBegun);
    if (call.succeeded()) {
      boolean isTold = call.argumentCount == 3;
      boolean isEnd = isTold && call.longAt(1) == 0 && call.has(2, CallFlags.SEEK_END);
      report.ranges.seek(file, isTold ? call.result : -1, isEnd);
    }
  }

  /**
   * Returns the number of moved bytes. For calls with several messages, the result of the call is
   * the number of messages instead.
   */
  private static long bytes(SystemCall call) {
    if (call.type == Syscall.MQ_TIMEDSEND) {
      return call.longAt(2);
    }
    boolean countsMessages = call.type == Syscall.SENDMMSG || call.type == Syscall.RECVMMSG;
    long told = countsMessages ? call.messageBytesAt(1) : -1;
    return told < 0 ? call.result : told;
  }

  /** Handles vmsplice. It reads or writes, depending on the end of the pipe. */
  void vmsplice(Task task, SystemCall call) {
    OpenFile pipe = file(task, call, 0);
    if (call.succeeded() && pipe != null) {
      boolean isWrite = pipe.write != 0;
      OperationKind kind = isWrite ? OperationKind.WRITE : OperationKind.READ;
      long object = isWrite ? pipe.write : pipe.read;
      report.access(kind, Phase.WHOLE, task.process, object, call.result);
    }
  }

  private static boolean counts(SystemCall call, long bytes) {
    return bytes > 0
        || call.type == Syscall.FALLOCATE
        || call.type == Syscall.IOCTL
        || call.type == Syscall.MQ_TIMEDSEND;
  }

  private void endRead(Task task, SystemCall call, long bytes) {
    OpenFile source = file(task, call, readArgument(call.type));
    long readCount = task.process.readCount;
    report.access(OperationKind.READ, Phase.END, task.process, task.begunRead, bytes);
    if (call.succeeded() && source != null && source.socket != null) {
      received(task, source.socket, call, readCount);
    }
  }

  /** Handles received data. Responses of a database server do not count as new input. */
  private void received(Task task, SocketEnd source, SystemCall call, long readCount) {
    databases.received(task, source, call);
    if (source.database != null) {
      task.process.readCount = readCount;
    }
  }

  private void read(Task task, SystemCall call, int argument, long bytes) {
    OpenFile source = file(task, call, argument);
    if (source == null) {
      descriptors.unseen(task, call.fdAt(argument), bytes);
    }
    if (source == null || source.read == 0) {
      return;
    }
    task.descriptors.use(call.fdAt(argument));
    boolean maybeHeader =
        (call.type == Syscall.READ || call.type == Syscall.PREAD64)
            && report.holdsBack(task.process, source, bytes, call.longAt(2));
    if (source.hasMirroredData && !maybeHeader) {
      report.release(task.process);
    } else if (!maybeHeader) {
      long readCount = task.process.readCount;
      turn(task, source, source.read);
      report.access(OperationKind.READ, Phase.WHOLE, task.process, source.read, bytes);
      if (source.socket != null) {
        received(task, source.socket, call, readCount);
      }
    }
  }

  private void write(Task task, SystemCall call, int argument, long bytes) {
    OpenFile target = file(task, call, argument);
    if (target == null) {
      descriptors.unseen(task, call.fdAt(argument), bytes);
    } else if (target.write != 0) {
      task.descriptors.use(call.fdAt(argument));
      if (target.socket != null) {
        databases.sends(task, target.socket);
      }
      if (!target.hasMirroredData) {
        changes.openForWriting(target);
        turn(task, target, target.write);
        report.access(OperationKind.WRITE, Phase.WHOLE, task.process, target.write, bytes);
      }
    }
  }

  private @Nullable OpenFile file(Task task, SystemCall call, int argument) {
    return argument < 0 || argument >= call.argumentCount
        ? null
        : descriptors.find(task, call, argument);
  }

  /** Reports the submitted requests. They are the first requests in the list. */
  void submit(Task task, SystemCall call) {
    if (!call.succeeded()) {
      return;
    }
    List<SubmittedRequest> requests = call.requestsAt(2);
    int known = (int) Math.min(call.result, requests.size());
    requests.subList(0, known).forEach(request -> moveSubmitted(task, request));
    if (known < call.result) {
      report.gap(task.process.id, GapCause.UNKNOWN_CALL, call.result - known);
    }
  }

  private void moveSubmitted(Task task, SubmittedRequest request) {
    if (request.kind() == null) {
      return;
    }
    boolean isRead = request.kind() == OperationKind.READ;
    OpenFile file = descriptors.find(task, request.fd(), request.decoration(), isRead);
    if (file != null && !file.hasMirroredData) {
      task.descriptors.use(request.fd());
      long object = isRead ? file.read : file.write;
      report.access(request.kind(), Phase.WHOLE, task.process, object, 0);
      if (!isRead) {
        report.ranges.writtenSomewhere(report.actor(task.process), object);
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import java.util.Arrays;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.replay.content.TracedRanges;
import org.colophon.reporters.replay.state.OpenFile;
import org.colophon.reporters.replay.state.TimedSink;
import org.colophon.reporters.replay.state.Tracee;
import org.jspecify.annotations.Nullable;

/**
 * Passes accesses to the sink, and holds back reads of the dynamic loader.
 *
 * <p>The loader reads a library's header before it maps the library. If this were reported as a
 * read, every process would depend on the <em>content</em> of its C library. So the first read of
 * header size is held back. If the descriptor is then mapped as executable, the read was part of a
 * load. Otherwise the read is reported before the process's next relevant call, which preserves the
 * order within a process.
 *
 * <p>If the program records its function calls, an access belongs to the innermost call of the
 * thread instead of the program. The program is then informed by the calls that have read data
 * before it writes anything itself, since it holds the memory of all its calls.
 */
public final class AccessReporter extends TimedSink {
  /** Size of glibc's first read: the ELF header and program headers. */
  private static final long HEADER_BYTES = 832;

  private static final int MAX_READERS = 1 << 12;
  private static final long[] NONE = {};

  /** Logs that traced programs write about themselves. */
  public ProgramLogs logs = ProgramLogs.NONE;

  /** Written ranges of files, which are recorded on request. */
  public final TracedRanges ranges = new TracedRanges(this);

  /** Upper bound of the exact time of the current line. */
  public long logNanos;

  /** The thread whose call is replayed, if its program has a log; null otherwise. */
  private ProgramLogs.@Nullable TracedProcess thread;

  private @Nullable Tracee threadProcess;
  private final long[] active = new long[ProgramLog.MAX_ACTIVE];

  public AccessReporter(OperationSink sink) {
    super(sink);
  }

  public void access(OperationKind kind, Phase phase, Tracee process, long object, long bytes) {
    if (object == 0) {
      return;
    }
    if (process.heldFile != null) {
      release(process);
    }
    if (kind == OperationKind.READ) {
      process.readCount++;
    }
    int count = kind == OperationKind.LOAD ? 0 : activeCalls(kind == OperationKind.WRITE, process);
    for (int i = 0; i < count; i++) {
      if (active[i] != process.id) {
        accessByCall(kind, phase, process, active[i], object, bytes);
      }
    }
    if (count == 0 || active[count - 1] == process.id || kind == OperationKind.CLOSE) {
      accessByProgram(kind, phase, process, object, bytes);
    }
  }

  private void accessByCall(
      OperationKind kind, Phase phase, Tracee process, long call, long object, long bytes) {
    sink.access(kind, phase, call, object, bytes, nowNanos);
    if (kind == OperationKind.READ) {
      process.hasRead(call);
      if (process.readers.size() > MAX_READERS) {
        inform(process);
      }
    }
  }

  private void accessByProgram(
      OperationKind kind, Phase phase, Tracee process, long object, long bytes) {
    if (kind == OperationKind.WRITE) {
      inform(process);
    }
    sink.access(kind, phase, process.id, object, bytes, nowNanos);
  }

  /**
   * Reports an access to mapped memory. The calls that map the memory make a whole access. The
   * program makes the given phase, because each of its functions may use the memory meanwhile.
   */
  void accessMemory(OperationKind kind, Phase phase, Tracee process, long object) {
    if (phase == Phase.BEGIN && activeCalls(false, process) > 0) {
      access(kind, Phase.WHOLE, process, object, 0);
    }
    if (object != 0) {
      release(process);
      accessByProgram(kind, phase, process, object, 0);
      if (kind == OperationKind.WRITE) {
        ranges.writtenSomewhere(process.id, object);
      }
    }
  }

  /** Sets the thread whose call is replayed; null if its program has no log. */
  void setThread(ProgramLogs.@Nullable TracedProcess current, @Nullable Tracee process) {
    thread = current;
    threadProcess = process;
  }

  private int activeCalls(boolean isWrite, Tracee process) {
    return thread == null || threadProcess != process
        ? 0
        : logs.active(isWrite, thread, active, sink);
  }

  /** Returns the function calls that make the current system call; empty for the program. */
  long[] calls(Tracee process) {
    int count = activeCalls(true, process);
    return count == 0 ? NONE : Arrays.copyOf(active, count);
  }

  /** Returns the innermost function call that makes the current system call, or the program. */
  long actor(Tracee process) {
    return activeCalls(false, process) == 0 ? process.id : active[0];
  }

  /** Reports that the program has the data that its function calls have read. */
  public void inform(Tracee process) {
    for (long reader : process.readers) {
      sink.link(LinkKind.INFORM, process.id, reader, nowNanos);
    }
    process.readers.clear();
  }

  /** Links a process to the function calls that made the current system call, or to the program. */
  void linkFrom(LinkKind kind, long effect, Tracee cause) {
    long[] calls = calls(cause);
    for (long call : calls) {
      sink.link(kind, effect, call, nowNanos);
    }
    if (calls.length == 0) {
      inform(cause);
      sink.link(kind, effect, cause.id, nowNanos);
    }
  }

  /** Like {@link #linkFrom}, for the effect of the link. */
  void linkTo(LinkKind kind, Tracee effect, long cause) {
    long[] calls = calls(effect);
    for (long call : calls) {
      sink.link(kind, call, cause, nowNanos);
      effect.hasRead(call);
    }
    if (calls.length == 0) {
      sink.link(kind, effect.id, cause, nowNanos);
    }
  }

  /** Reports the end of an access that represents several repeated accesses. */
  public void endRepeated(OperationKind kind, Tracee process, long object, long count, long bytes) {
    release(process);
    sink.endRepeated(kind, process.id, object, count, bytes, nowNanos);
  }

  public void cut(Phase phase, Tracee process, long object) {
    if (object == 0) {
      return;
    }
    release(process);
    ranges.cut(object, phase != Phase.BEGIN);
    sink.cut(phase, actor(process), object, nowNanos);
  }

  /** Returns true if a read is held back, because the dynamic loader may have made it. */
  public boolean holdsBack(Tracee process, OpenFile file, long bytes, long wanted) {
    if (process.heldFile == file) {
      process.heldBytes += bytes;
      return true;
    }
    if (wanted != HEADER_BYTES || file.isStream) {
      return false;
    }
    release(process);
    process.heldFile = file;
    process.heldBytes = bytes;
    process.heldBy = thread == null ? NONE : calls(process);
    return true;
  }

  public void isLibrary(Tracee process) {
    process.heldFile = null;
  }

  /** Reports a held-back read as a read of data. */
  public void release(Tracee process) {
    OpenFile file = process.heldFile;
    if (file != null) {
      process.heldFile = null;
      process.readCount++;
      for (long call : process.heldBy) {
        accessByCall(OperationKind.READ, Phase.WHOLE, process, call, file.read, process.heldBytes);
      }
      if (process.heldBy.length == 0) {
        accessByProgram(OperationKind.READ, Phase.WHOLE, process, file.read, process.heldBytes);
      }
    }
  }
}

package org.colophon.reporters.strace.replay.call;

import org.colophon.core.model.GapCause;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.strace.replay.state.OpenFile;
import org.colophon.reporters.strace.replay.state.Tracee;

/**
 * Passes accesses to the sink, and holds back reads of the dynamic loader.
 *
 * <p>The loader reads a library's header before it maps the library. If this were reported as a
 * read, every process would depend on the <em>content</em> of its C library. So the first read of
 * header size is held back. If the descriptor is then mapped as executable, the read was part of a
 * load. Otherwise the read is reported before the process's next relevant call, which preserves the
 * order within a process.
 */
public final class AccessReporter {
  /** Size of glibc's first read: the ELF header and program headers. */
  private static final long HEADER_BYTES = 832;

  public final OperationSink sink;

  /** Logs that traced programs write about themselves. */
  public ProgramLogs logs = ProgramLogs.NONE;

  /** Time of the current line. */
  public long nowNanos;

  /** Number of gaps so far. */
  public long gaps;

  public AccessReporter(OperationSink sink) {
    this.sink = sink;
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
    sink.access(kind, phase, process.id, object, bytes, nowNanos);
  }

  /** Reports the end of an access that represents several repeated accesses. */
  public void endRepeated(OperationKind kind, Tracee process, long object, long count, long bytes) {
    release(process);
    sink.endRepeated(kind, process.id, object, count, bytes, nowNanos);
  }

  public void gap(long process, GapCause cause, long count) {
    gaps++;
    sink.gap(process, cause, count, nowNanos);
  }

  public void cut(Phase phase, Tracee process, long object) {
    if (object == 0) {
      return;
    }
    release(process);
    sink.cut(phase, process.id, object, nowNanos);
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
      sink.access(
          OperationKind.READ, Phase.WHOLE, process.id, file.read, process.heldBytes, nowNanos);
    }
  }
}

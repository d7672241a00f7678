package org.colophon.reporters.strace.replay;

import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Hands accesses to the sink, and holds back what the dynamic loader reads.
 *
 * <p>The loader reads a library's header through a descriptor before it maps it: taken as it
 * stands, every process would depend on its C library's <em>content</em>. So the first read of the
 * size of such a header waits: if the descriptor is then mapped executable, it is a load; if the
 * process does anything else that could matter, it is reported before that. What one process does
 * keeps its order either way.
 */
final class Report {
  /** What glibc's loader reads first: the ELF header and the program headers. */
  private static final long HEADER_BYTES = 832;

  final OperationSink sink;

  /** The time of the line at hand. */
  long nowNanos;

  Report(OperationSink sink) {
    this.sink = sink;
  }

  void access(OperationKind kind, Phase phase, Tracee process, long object, long bytes) {
    if (object == 0) {
      return;
    }
    if (process.suspect != null) {
      release(process);
    }
    if (kind == OperationKind.READ) {
      process.news++;
    }
    sink.access(kind, phase, process.id, object, bytes, nowNanos);
  }

  void cut(Phase phase, Tracee process, long object) {
    if (object == 0) {
      return;
    }
    release(process);
    sink.cut(phase, process.id, object, nowNanos);
  }

  /** Whether a read was held back, because it may be the loader's. */
  boolean holdsBack(Tracee process, OpenFile file, long bytes, long wanted) {
    if (process.suspect == file) {
      process.suspectBytes += bytes;
      return true;
    }
    if (wanted != HEADER_BYTES || file.isStream) {
      return false;
    }
    release(process);
    process.suspect = file;
    process.suspectBytes = bytes;
    return true;
  }

  /** The held back file is a library. */
  void isLibrary(Tracee process) {
    process.suspect = null;
  }

  /** The held back file is data after all. */
  void release(Tracee process) {
    OpenFile file = process.suspect;
    if (file != null) {
      process.suspect = null;
      process.news++;
      sink.access(
          OperationKind.READ, Phase.WHOLE, process.id, file.read, process.suspectBytes, nowNanos);
    }
  }
}

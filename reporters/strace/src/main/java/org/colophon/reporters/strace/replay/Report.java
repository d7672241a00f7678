package org.colophon.reporters.strace.replay;

import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Passes accesses to the sink, and holds back reads of the dynamic loader.
 *
 * <p>The loader reads a library's header before mapping it. Reported as a read, every process would
 * depend on the <em>content</em> of its C library. So the first read of header size waits. If the
 * descriptor is then mapped executable it is a load. Otherwise it is reported before the process's
 * next relevant action, so order within a process is kept.
 */
final class Report {
  /** Size of glibc's first read: the ELF header and program headers. */
  private static final long HEADER_BYTES = 832;

  final OperationSink sink;

  /** Time of the current line. */
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

  /** Returns true if a read is held back as possibly the loader's. */
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

  void isLibrary(Tracee process) {
    process.suspect = null;
  }

  /** Reports a held back read as data. */
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

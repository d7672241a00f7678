package org.colophon.reporters.common.inside;

import java.io.IOException;
import org.colophon.core.spi.reporter.OperationSink;

/** The log of one thread or program. One thread. */
public interface ProgramLog extends AutoCloseable {
  /** Opens logs of one format. */
  interface Format {
    /** Returns the end of the names of its files. */
    String suffix();

    /** Opens a log that a process has just begun. */
    ProgramLog open(java.nio.file.Path file, ProgramLogs.TracedProcess process) throws IOException;
  }

  /** Reports the complete records up to a time of this host's monotonic clock. */
  void advance(long untilMonotonicNanos, ProgramLogs.TracedProcess process, OperationSink sink)
      throws IOException;

  /** Reports that the program has ended, after the last record. */
  void end(ProgramLogs.TracedProcess process, OperationSink sink) throws IOException;

  @Override
  void close() throws IOException;
}

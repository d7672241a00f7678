// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.inside;

import java.io.IOException;
import java.nio.file.Path;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;

/** Reads the log of one thread or of one program. Not thread-safe. */
public interface ProgramLog extends AutoCloseable {
  /** Maximum number of calls that may make the same access. */
  int MAX_ACTIVE = 8;

  /** Opens logs of one format. */
  interface Format {
    /** Returns the suffix of the names of the log files. */
    String suffix();

    /** Returns whether each program of a trace writes a log if the first one does. */
    default boolean isOfEachProgram() {
      return false;
    }

    /** Opens a log that a process has just begun. */
    ProgramLog open(Path file, TracedProcess process) throws IOException;
  }

  /** Reports the complete records up to a time of this host's monotonic clock. */
  void advance(long untilMonotonicNanos, TracedProcess process, OperationSink sink)
      throws IOException;

  /**
   * Stores the ids of the function calls that may make an access of the log's thread now. The
   * program has its own id. Returns their number; 0 if the program makes the access.
   */
  default int active(boolean isWrite, TracedProcess process, long[] into, OperationSink sink) {
    return 0;
  }

  /** Handles the end of the program, after the last record. */
  void end(TracedProcess process, OperationSink sink) throws IOException;

  @Override
  void close() throws IOException;
}

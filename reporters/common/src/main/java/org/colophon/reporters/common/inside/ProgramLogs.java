// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.inside;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;

/**
 * Logs that traced programs write about themselves. A tracer reads them together with the calls
 * that it traces, and reports both in order of time. Belongs to the tracer's thread.
 */
public interface ProgramLogs {
  /** Implementation for traces without such logs. */
  ProgramLogs NONE =
      new ProgramLogs() {
        @Override
        public boolean isLog(Bytes path) {
          return false;
        }

        @Override
        public List<Bytes> command(Bytes program, List<Bytes> words) {
          return words;
        }

        @Override
        public void opened(Bytes path, TracedProcess process, OperationSink sink) {
          // Never called.
        }

        @Override
        public void advance(TracedProcess process, long untilNanos, OperationSink sink) {
          // There is nothing to read.
        }

        @Override
        public void advanceAll(long untilNanos, OperationSink sink) {
          // There is nothing to read.
        }

        @Override
        public int active(boolean isWrite, TracedProcess process, long[] into, OperationSink sink) {
          return 0;
        }

        @Override
        public void ended(TracedProcess process, OperationSink sink) {
          // There is nothing to read.
        }
      };

  /** Returns whether a path names a log, or a file of the tools that write them. */
  boolean isLog(Bytes path);

  /**
   * Returns the command that a tool runs. If the program is not a tool, returns the given words.
   *
   * @param program the path of the program that a process executes
   * @param words the arguments of the process
   */
  List<Bytes> command(Bytes program, List<Bytes> words);

  /** Called when a process has opened its log. */
  void opened(Bytes path, TracedProcess process, OperationSink sink);

  /** Reports the contents of a process's logs up to a time, in nanoseconds since 1970. */
  void advance(TracedProcess process, long untilNanos, OperationSink sink);

  /** Like {@link #advance}, for all processes. */
  void advanceAll(long untilNanos, OperationSink sink);

  /**
   * Stores the ids of the function calls that may make the current system call of a thread. The
   * program has its own id. Returns their number; 0 if the program makes the call.
   *
   * @param into has room for {@link ProgramLog#MAX_ACTIVE} ids
   */
  int active(boolean isWrite, TracedProcess process, long[] into, OperationSink sink);

  /**
   * Called when a process or its program has ended. Reports the remaining content of the logs, and
   * a gap for each missing log.
   */
  void ended(TracedProcess process, OperationSink sink);

  /** The current state of a process in the tracer, as seen by one of its threads. */
  interface TracedProcess {
    int pid();

    /** Returns the id of the thread; 0 if unknown. */
    default int tid() {
      return 0;
    }

    /** Returns the ids of the program or of the calls that started the thread. */
    default long[] starters() {
      return new long[] {id()};
    }

    /** Called when a function call has read data. */
    default void hasRead(long call) {
      // Without a tracer, accesses of the program itself are unknown.
    }

    /** Returns the id of the process in the sink. */
    long id();

    /** Returns the object that a descriptor refers to; 0 if it is unknown. */
    long object(int fd, boolean isRead);
  }
}

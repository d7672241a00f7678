package org.colophon.reporters.fuse.process;

import org.colophon.core.spi.reporter.OperationSink;

/** Which program is behind a thread id. Any thread, each with its own sink. */
public interface ProgramTable extends AutoCloseable {
  /**
   * The program of a thread that waits for an answer right now. Null for this process itself, for
   * the kernel, and where the thread cannot be seen from here.
   */
  Program find(int task, OperationSink sink);

  /** Makes a program known to the sink. */
  void declare(Program program, OperationSink sink);

  /** Does what must be done from time to time, a few times a second. */
  void tick(OperationSink sink);

  @Override
  void close();
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import org.colophon.core.spi.reporter.OperationSink;
import org.jspecify.annotations.Nullable;

/** Maps thread ids to programs. Any thread; each thread uses its own sink. */
public interface ProgramTable extends AutoCloseable {
  /**
   * Returns the program of a thread with a pending request. Returns null for this process, for
   * Linux itself, and for invisible threads.
   */
  @Nullable Program find(int task, OperationSink sink);

  void declare(Program program, OperationSink sink);

  /** Does periodic work, a few times a second. */
  void tick(OperationSink sink);

  @Override
  void close();
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import java.nio.ByteBuffer;

/** Source of records of the calls of traced processes. One thread. */
public interface EventSource extends AutoCloseable {
  /** Returns the name of the tool that records the calls. It is stored with the first process. */
  String tool();

  /** Sets the processes that are traced from now on. */
  void trace(TracedProcesses traced);

  /** Handles all available records; returns their number. */
  int drain(RecordHandler handler);

  /** Ends the recording. Records that are not handled yet remain readable. */
  void detach();

  /** Returns the number of living traced threads; a positive number while it is unknown. */
  long living();

  /** Returns the number of records that were written or lost. */
  long emitted();

  /** Returns the number of handled records. */
  long consumed();

  /** Returns the number of lost records. */
  long lost();

  /** Ends the recording and frees its resources; may be repeated. */
  @Override
  void close();

  /** Receives records. */
  interface RecordHandler {
    /**
     * Handles a record.
     *
     * @param memory contains the record until the method returns
     */
    void record(ByteBuffer memory, int at, int length);
  }
}

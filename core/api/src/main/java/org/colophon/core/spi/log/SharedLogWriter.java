package org.colophon.core.spi.log;

import org.jspecify.annotations.Nullable;

/**
 * Appends frames to a shared log. One thread appends; acknowledgements come on another, in the
 * order of the frames.
 */
public interface SharedLogWriter extends AutoCloseable {
  /**
   * Appends a frame. A frame after one that failed may still be appended, so that the reader meets
   * a hole; the writer is to be closed then, and all frames from the failed one on sent again.
   *
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the log rejects it
   */
  void append(HostFrame frame, Acknowledgement acknowledgement);

  /** Receives the outcome of an append. */
  @FunctionalInterface
  interface Acknowledgement {
    /**
     * Reports that a frame is stored on as many brokers as configured, or never will be.
     *
     * @param failure null for success
     */
    void done(@Nullable Exception failure);
  }

  /** Ends at once; frames without acknowledgement may be stored or not. */
  @Override
  void close();
}

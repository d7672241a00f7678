// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.log;

import org.jspecify.annotations.Nullable;

/**
 * Appends frames to a shared log. One thread appends. Acknowledgements arrive on another thread, in
 * the order of the frames.
 */
public interface SharedLogWriter extends AutoCloseable {
  /**
   * Appends a frame. A frame after a failed one may still be appended, so the log can have a hole.
   * Close the writer after a failure, and send all frames from the failed one on again.
   *
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the log rejects it
   */
  void append(HostFrame frame, Acknowledgement acknowledgement);

  /**
   * Offers the newest signed state of a host's certified log. Readers get states separately from
   * the frames, in no defined order. The log may drop older states of the host. A state may be
   * lost, because a later one follows.
   *
   * @param state its bytes are the text of the state
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the log rejects it
   */
  void checkpoint(HostFrame state);

  /** Receives the outcome of an append. */
  @FunctionalInterface
  interface Acknowledgement {
    /**
     * Reports that a frame is stored on as many brokers as configured, or that this failed.
     *
     * @param failure null for success
     */
    void done(@Nullable Exception failure);
  }

  /** Closes at once; frames without acknowledgement may be stored or not. */
  @Override
  void close();
}

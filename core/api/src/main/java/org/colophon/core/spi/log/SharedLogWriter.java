package org.colophon.core.spi.log;

import org.jspecify.annotations.Nullable;

/**
 * Appends frames to a shared log. One thread appends; acknowledgements come on another, in the
 * order of the frames.
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
   * Offers the newest signed state of a host's certified log. Readers get it beside the frames, in
   * no order with them; a log may forget older ones of the host. It may be lost: a later one
   * follows.
   *
   * @param state its bytes are the text of the state
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the log rejects it
   */
  void checkpoint(HostFrame state);

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

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.log;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the partitions of a shared log that the group assigns to this reader. One thread. */
public interface SharedLogReader extends AutoCloseable {
  /** Returns the partition of a host. */
  int partition(String hostId);

  /**
   * Returns whether another reader of the group is the first one of an assigned partition. Changes
   * only before a call of {@link Consumer#assigned}.
   */
  boolean isStandby(int partition);

  /**
   * Returns a sentence for each setting of the log by which it may lose entries, with the remedy.
   *
   * @param needsAll whether the caller may need all entries since the beginning
   */
  List<String> risks(boolean needsAll);

  /**
   * Returns the id of the log, which all its readers see. A new log of the same name has another
   * one.
   */
  String logId();

  /** Returns the positions of the oldest entries; the end of a partition without entries. */
  Map<Integer, Long> oldest(Set<Integer> partitions);

  /**
   * Waits for frames and passes them to a consumer. If the consumer throws, so does this method,
   * and the reader is unusable. A new reader delivers the frames again, beginning with the failed
   * one.
   *
   * @throws org.colophon.core.error.ColophonException IO_FAILED if the log cannot be reached
   */
  void poll(long timeoutMillis, Consumer consumer);

  /** Publishes positions for the log's monitoring tools, which only display them. */
  void publish(Map<Integer, Long> positions);

  /** Receives frames and changes of the assignment, on the thread that polls. */
  interface Consumer {
    /**
     * Reports partitions that are assigned to this reader from now on. The set is empty if only the
     * roles of this reader have changed.
     *
     * @return the positions to begin at. A partition begins at its oldest entry if it has no
     *     position, or if the log no longer has that position
     */
    Map<Integer, Long> assigned(Set<Integer> partitions);

    /** Reports partitions that are no longer assigned to this reader. */
    void revoked(Set<Integer> partitions);

    /**
     * Receives a frame.
     *
     * @param nextPosition the position after the frame
     */
    void frame(int partition, long nextPosition, HostFrame frame);

    /**
     * Receives a signed state of a host's certified log. Each reader gets the newest state of every
     * host.
     *
     * @param state its bytes are the text of the state
     */
    void checkpoint(HostFrame state);

    /**
     * Reports the sender's time of a frame that arrived while the reader waited for it.
     *
     * @param sentMillis the time in milliseconds since 1970, by the clock of the frame's host
     */
    void sent(HostFrame frame, long sentMillis);

    /** Reports partitions of which all entries were passed that the log had a moment ago. */
    void reachedEnd(Set<Integer> partitions);

    /**
     * Reports an entry of a newer format, which this reader cannot read. The entries of other hosts
     * follow.
     *
     * @param reason the entry's place, and what to do
     */
    void tooNew(int partition, long nextPosition, String hostId, String reason);

    /** Reports that an entry of unknown form was skipped. */
    void ignored(int partition, long nextPosition, String reason);
  }

  @Override
  void close();
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.journal.format;

/**
 * One frame as it leaves its journal: the salt of its checksum is 0. Valid until the next one is
 * read.
 *
 * @param afterLsn the end of the frame before, so that a reader notices a missing one
 * @param bytes an array that contains the frame from {@code offset} on; must not be changed
 * @param length the frame's length in bytes
 */
@SuppressWarnings("ArrayRecordComponent") // a view into a buffer, never compared
public record CanonicalFrame(long afterLsn, byte[] bytes, int offset, int length) {
  /** Decodes the frame's header. */
  public FrameFacts facts() {
    return FrameFormat.facts(bytes, offset);
  }

  /** Returns the first LSN that the frame accounts for. */
  public long firstLsn() {
    return facts().firstLsn();
  }

  /** Returns the last LSN that the frame accounts for. */
  public long lastLsn() {
    return facts().lastLsn();
  }
}

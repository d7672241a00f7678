// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.io.IOException;
import org.colophon.core.adapters.JournalHold;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.CanonicalFrame;
import org.jspecify.annotations.Nullable;

/** Feed of an open journal. Makes the journal keep the frames that the feed has not read yet. */
public final class JournalFeed implements FrameSource {
  private final Journal journal;
  private final JournalHold hold;
  private final JournalReader reader;
  private long lastLsn;

  /**
   * Constructs a feed of the frames after an LSN.
   *
   * @param hold makes the journal keep those frames; closed with the feed
   */
  public JournalFeed(Journal journal, JournalHold hold, long afterLsn) {
    this.journal = journal;
    this.hold = hold;
    this.lastLsn = afterLsn;
    this.reader = journal.readAfter(afterLsn);
  }

  @Override
  public @Nullable CanonicalFrame next(long timeoutMillis) {
    CanonicalFrame frame = read();
    if (frame == null && timeoutMillis > 0) {
      await(timeoutMillis);
      frame = read();
    }
    return frame;
  }

  private @Nullable CanonicalFrame read() {
    if (hold.isLost()) {
      throw ErrorCode.PART_LOST.exception(
          "the journal grew over its budget, and no longer has the records after LSN "
              + lastLsn
              + ": raise journal.budget, or read faster");
    }
    while (reader.nextFrame()) {
      CanonicalFrame frame = reader.canonical(lastLsn);
      long end = frame.lastLsn();
      if (end > lastLsn) { // else it only marks a shutdown or repeats positions
        lastLsn = end;
        return frame;
      }
    }
    return null;
  }

  private void await(long timeoutMillis) {
    try {
      journal.awaitFrameAfter(lastLsn, timeoutMillis, hold::isLost);
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("waiting for the journal", e);
    }
  }

  @Override
  public void release(long lsn) {
    hold.move(lsn);
  }

  @Override
  public long endLsn() {
    return journal.readableLsn();
  }

  @Override
  public void close() {
    hold.close();
    try {
      reader.close();
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot close a journal segment: " + e, e);
    }
  }
}

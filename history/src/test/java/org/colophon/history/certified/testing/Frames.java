// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.certified.testing;

import java.util.Arrays;
import java.util.Random;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.history.certified.log.FrameEntry;
import org.colophon.history.certified.merkle.Hasher;

/** Makes consecutive frames of a history. */
public final class Frames {
  public static final long STORE = 0x0123_4567_89ab_cdefL;

  private final RecordEncoder encoder = new RecordEncoder(true);
  private final Random random;
  private long nextLsn = 1;

  public Frames(long seed) {
    random = new Random(seed);
  }

  /** Continues a history after an LSN. */
  public void beginAfter(long lsn) {
    nextLsn = lsn + 1;
  }

  /** Returns a frame with one record for each LSN. */
  public byte[] next(int records) {
    encoder.reset(nextLsn);
    for (int i = 0; i < records; i++) {
      byte[] path = new byte[1 + random.nextInt(40)];
      random.nextBytes(path);
      encoder.name(RecordType.BIND, nextLsn++, 1000 + nextLsn, 1, 2, Bytes.wrap(path));
    }
    int length = encoder.finish(nextLsn - 1, 1, 1, false, 0);
    return Arrays.copyOf(encoder.frame(), length);
  }

  /** Returns the entry for a frame. */
  public static FrameEntry entry(byte[] frame) {
    return FrameEntry.of(STORE, frame, 0, new Hasher());
  }

  /** Returns the entry for the next frame of one record. */
  public FrameEntry nextEntry() {
    return entry(next(1));
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.rebuild;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.journal.format.ScratchFrames;

/**
 * Sorts more facts than fit into memory: sorts and writes chunks to a scratch file, then merges
 * them. Facts of one LSN and rank keep their order. One thread.
 */
final class FactSorter implements Closeable {
  /** Size of a frame. A merge reads one frame of a chunk at a time. */
  private static final int FRAME_BYTES = 1 << 14;

  private static final Comparator<Fact> ORDER =
      Comparator.comparingLong(Fact::lsn).thenComparingInt(Fact::rank);

  private final ReplayRequest.Limits limits;
  private final ScratchFrames scratch;
  private final List<Fact> chunk = new ArrayList<>();
  private final List<Long> chunkEnds = new ArrayList<>();
  private long chunkBytes;
  private long facts;

  FactSorter(ReplayRequest.Limits limits, ScratchFrames scratch) {
    this.limits = limits;
    this.scratch = scratch;
  }

  void add(Fact fact) throws IOException {
    chunk.add(fact);
    chunkBytes += fact.weight();
    facts++;
    if (chunk.size() >= limits.sortFacts() || chunkBytes >= limits.sortBytes()) {
      spill();
    }
  }

  /** Returns the number of added facts. */
  long facts() {
    return facts;
  }

  private void spill() throws IOException {
    chunk.sort(ORDER);
    RecordEncoder out = scratch.encoder();
    long lastLsn = 0;
    for (Fact fact : chunk) {
      if (lastLsn == 0) {
        out.reset(fact.lsn());
      }
      fact.writer().accept(out);
      lastLsn = fact.lsn();
      if (out.payloadBytes() >= FRAME_BYTES) {
        scratch.write(lastLsn);
        lastLsn = 0;
      }
    }
    if (lastLsn != 0) {
      scratch.write(lastLsn);
    }
    chunkEnds.add(scratch.endBytes());
    chunk.clear();
    chunkBytes = 0;
  }

  /** Returns all facts in order. Nothing may be added afterwards. */
  FactMerge merge() throws IOException {
    if (!chunk.isEmpty()) {
      spill();
    }
    List<ScratchFrames.Cursor> cursors = new ArrayList<>();
    long from = 0;
    for (long end : chunkEnds) {
      cursors.add(scratch.read(from, end));
      from = end;
    }
    return new FactMerge(cursors);
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}

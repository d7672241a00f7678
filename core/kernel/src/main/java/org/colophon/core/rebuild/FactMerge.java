// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.rebuild;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.journal.format.ScratchFrames;
import org.jspecify.annotations.Nullable;

/**
 * Merges sorted chunks. A chunk loads its next frame only when the merge reaches it, so that memory
 * holds only frames with overlapping LSNs. One thread.
 */
final class FactMerge {
  /** Sorts before any fact of the same LSN. */
  private static final int BEFORE_FRAME = -1;

  private static final class Chunk implements Comparable<Chunk> {
    private final ScratchFrames.Cursor cursor;
    private final int place;
    private @Nullable RecordDecoder record;
    private long lsn;
    private int rank = BEFORE_FRAME;

    Chunk(ScratchFrames.Cursor cursor, int place) {
      this.cursor = cursor;
      this.place = place;
    }

    /** Moves to the next fact, or before the next frame; false at the end. */
    boolean advance() throws IOException {
      if (record != null && record.next()) {
        lsn = record.lsn();
        rank = Fact.rank(record);
        return true;
      }
      record = null;
      lsn = cursor.nextLsn();
      rank = BEFORE_FRAME;
      return lsn != 0;
    }

    void load() throws IOException {
      record = cursor.load();
      advance();
    }

    @Override
    public int compareTo(Chunk other) {
      int byLsn = Long.compare(lsn, other.lsn);
      int byRank = byLsn != 0 ? byLsn : Integer.compare(rank, other.rank);
      return byRank != 0 ? byRank : Integer.compare(place, other.place);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return place;
    }
  }

  private final PriorityQueue<Chunk> chunks = new PriorityQueue<>();
  private @Nullable Chunk current;

  FactMerge(List<ScratchFrames.Cursor> cursors) throws IOException {
    for (ScratchFrames.Cursor cursor : cursors) {
      add(new Chunk(cursor, chunks.size()));
    }
    nextChunk();
  }

  private void add(Chunk chunk) throws IOException {
    if (chunk.advance()) {
      chunks.add(chunk);
    }
  }

  /** Removes the chunk with the first fact from the queue and makes it current. */
  private void nextChunk() throws IOException {
    Chunk first = chunks.poll();
    while (first != null && first.rank == BEFORE_FRAME) {
      first.load();
      chunks.add(first);
      first = chunks.poll();
    }
    current = first;
  }

  /** Returns the first remaining fact, valid until {@link #next}; null at the end. */
  @Nullable RecordDecoder peek() {
    return current == null ? null : current.record;
  }

  /** Moves to the next fact. */
  void next() throws IOException {
    add(Objects.requireNonNull(current, "after the last fact"));
    nextChunk();
  }
}

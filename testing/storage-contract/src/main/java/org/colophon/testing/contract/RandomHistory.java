// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.testing.effort.Effort;

/**
 * A history from a random seed: a few processes, objects and paths that interact repeatedly, in
 * batches. It can be played any number of times.
 */
public final class RandomHistory {
  /** The kinds of records in a history. */
  public enum Style {
    /** Open and extended intervals, as with suppression. */
    SUPPRESSED,
    /** Single operations, as without suppression. */
    UNSUPPRESSED,
    /** Name records only, with few paths, so that moves interact. */
    NAMES
  }

  /** Maximum number of records. The cost of comparing all answers grows with its square. */
  private static final int MAX_RECORDS = Effort.level() == 1 ? 100 : 250;

  private static final long YEAR_2100 = 4_102_444_800_000_000_000L;

  private final long seed;
  private final int size;
  private final Style style;
  private final List<byte[]> batches = new ArrayList<>();
  private final Set<Bytes> paths = new TreeSet<>();
  private final long lastLsn;
  private final long maxId;

  RandomHistory(long seed, int size, Style style) {
    this.seed = seed;
    this.size = size;
    this.style = style;
    HistoryWriter writer = new HistoryWriter(new Random(seed), style);
    writer.write(size);
    batches.addAll(writer.batches());
    paths.addAll(writer.paths());
    lastLsn = writer.lastLsn();
    maxId = writer.maxId();
  }

  /** Returns histories of a style, which shrink towards few records. */
  public static Arbitrary<RandomHistory> of(Style style) {
    return Combinators.combine(Arbitraries.longs(), Arbitraries.integers().between(0, MAX_RECORDS))
        .as((seed, size) -> new RandomHistory(seed, size, style));
  }

  /** Returns new cursors over the batches. Each can be read once. */
  public List<RecordBatch> batches() {
    List<RecordBatch> played = new ArrayList<>();
    batches.forEach(frame -> played.add(RecordBatchBuilder.cursor(frame)));
    return played;
  }

  public long lastLsn() {
    return lastLsn;
  }

  /** Returns a time at which something may have been recorded: near an LSN, in 1970 or in 2100. */
  public static long anyTime(Random random) {
    long millis = random.nextInt(300) * 1_000_000L;
    return switch (random.nextInt(8)) {
      case 0 -> millis;
      case 1 -> YEAR_2100 + millis;
      default -> RecordBatchBuilder.timeOf(0) + millis;
    };
  }

  /** Returns the largest id of a process or object. */
  public long maxId() {
    return maxId;
  }

  /** Returns every path of the history, and the directories above. */
  public Set<Bytes> paths() {
    return paths;
  }

  /** Returns LSNs for queries: the last, and up to six others. */
  Set<Long> momentsToAsk() {
    Set<Long> moments = new TreeSet<>();
    moments.add(Long.MAX_VALUE);
    long step = Math.max(1, lastLsn / 6);
    for (long lsn = 0; lsn <= lastLsn() + 1; lsn += step) {
      moments.add(lsn);
    }
    return moments;
  }

  /** Describes how to repeat the history after a failure. */
  @Override
  public String toString() {
    return "new RandomHistory(%dL, %d, Style.%s)".formatted(seed, size, style);
  }
}

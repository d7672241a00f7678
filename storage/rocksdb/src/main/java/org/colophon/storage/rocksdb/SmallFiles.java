package org.colophon.storage.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds small files that lie side by side and should become one.
 *
 * <p>There are three limits, each 16 times the one before; the largest is what RocksDB aims at. For
 * each limit, neighbours below it are taken together until they reach it. So a byte is rewritten
 * once a limit, but for the smallest: there 16 files suffice, lest a quiet store gathers them, and
 * a byte may be rewritten a few times. A merge writes less than twice its limit.
 *
 * <p>When nothing is left to merge, side by side are at most 15 files below the smallest limit, 15
 * above it that are below the next, and so on: at most 4,095 beside each file above the largest
 * limit, and some 45 where keys arrive in ascending order; or as many as no one minds.
 */
final class SmallFiles {
  /** In bytes, ascending. */
  static final List<Long> LIMITS = List.of(64L << 10, 1L << 20, 16L << 20);

  /** So many of the smallest are merged although they do not reach the limit. */
  static final int MANY = 16;

  /**
   * Only where a level of a family has more files are those above the second limit merged: there is
   * no other use in it.
   */
  static final int MANY_OF_A_LEVEL = 256;

  private SmallFiles() {}

  /** Runs of neighbours below a limit, each to be merged into one file. */
  static List<List<StoredFile>> runs(List<StoredFile> files, long limit) {
    List<List<StoredFile>> runs = new ArrayList<>();
    List<StoredFile> run = new ArrayList<>();
    long bytes = 0;
    for (StoredFile file : candidates(files, limit)) {
      boolean ends =
          !run.isEmpty()
              && (bytes >= limit || file.bytes() >= limit || !file.sharesLevelWith(run.get(0)));
      if (ends) {
        addIfWorthwhile(runs, run, bytes, limit);
        run = new ArrayList<>();
        bytes = 0;
      }
      if (file.bytes() < limit && file.level() > 0) {
        run.add(file);
        bytes += file.bytes();
      }
    }
    addIfWorthwhile(runs, run, bytes, limit);
    return runs;
  }

  private static List<StoredFile> candidates(List<StoredFile> files, long limit) {
    Map<Integer, Long> counts =
        files.stream().collect(Collectors.groupingBy(SmallFiles::level, Collectors.counting()));
    boolean isLargest = limit == LIMITS.get(LIMITS.size() - 1);
    return files.stream()
        .filter(file -> !isLargest || counts.get(level(file)) > MANY_OF_A_LEVEL)
        .sorted(StoredFile.ORDER)
        .toList();
  }

  private static int level(StoredFile file) {
    return file.family() << Byte.SIZE | file.level();
  }

  /** One file below the limit never reaches it, so that a run of one is never worthwhile. */
  private static void addIfWorthwhile(
      List<List<StoredFile>> runs, List<StoredFile> run, long bytes, long limit) {
    if (bytes >= limit || (run.size() >= MANY && limit == LIMITS.get(0))) {
      runs.add(run);
    }
  }
}

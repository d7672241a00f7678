// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds small neighbouring files that should be merged.
 *
 * <p>Each of the three limits is 16 times the one before; the largest is RocksDB's target size. For
 * each limit, smaller neighbours are merged into files that reach it, so a byte is rewritten once
 * per limit. At the smallest limit, 16 files are merged even if they do not reach it. This bounds
 * the number of files of a quiet store. A merge writes less than twice its limit.
 */
final class SmallFiles {
  /** The limits in bytes, ascending. */
  static final List<Long> LIMITS = List.of(64L << 10, 1L << 20, 16L << 20);

  /**
   * Number of files that are merged at the smallest limit, even if the result is below the limit.
   */
  static final int MANY = 16;

  /** Files above the second limit are merged only in levels with more files than this. */
  static final int MANY_PER_LEVEL = 256;

  private SmallFiles() {}

  /** Returns runs of neighbours below a limit, each to be merged into one file. */
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
        .filter(file -> !isLargest || counts.getOrDefault(level(file), 0L) > MANY_PER_LEVEL)
        .sorted(StoredFile.ORDER)
        .toList();
  }

  private static int level(StoredFile file) {
    return file.family() << Byte.SIZE | file.level();
  }

  /** Adds a run that is large enough. A single file stays below the limit, so it is never added. */
  private static void addIfWorthwhile(
      List<List<StoredFile>> runs, List<StoredFile> run, long bytes, long limit) {
    if (bytes >= limit || (run.size() >= MANY && limit == LIMITS.get(0))) {
      runs.add(run);
    }
  }
}

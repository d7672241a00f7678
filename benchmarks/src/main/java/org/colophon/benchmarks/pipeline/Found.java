package org.colophon.benchmarks.pipeline;

import java.util.Arrays;
import java.util.List;

/** Ids that a query found. Reused for the next query. */
final class Found {
  private long[] objects = new long[64];
  private long[] processes = new long[64];
  private int objectCount;
  private int processCount;

  void clear() {
    objectCount = 0;
    processCount = 0;
  }

  void addObject(long id) {
    if (objectCount == objects.length) {
      objects = Arrays.copyOf(objects, 2 * objectCount);
    }
    objects[objectCount++] = id;
  }

  void addProcess(long id) {
    if (processCount == processes.length) {
      processes = Arrays.copyOf(processes, 2 * processCount);
    }
    processes[processCount++] = id;
  }

  /** Returns whether exactly these ids were found, each once, in any order. */
  boolean isExactly(List<Long> wantedObjects, List<Long> wantedProcesses) {
    return isExactly(objects, objectCount, wantedObjects)
        && isExactly(processes, processCount, wantedProcesses);
  }

  private static boolean isExactly(long[] ids, int count, List<Long> wanted) {
    Arrays.sort(ids, 0, count);
    if (count != wanted.size()) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (ids[i] != wanted.get(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return "objects "
        + Arrays.toString(Arrays.copyOf(objects, objectCount))
        + ", processes "
        + Arrays.toString(Arrays.copyOf(processes, processCount));
  }
}

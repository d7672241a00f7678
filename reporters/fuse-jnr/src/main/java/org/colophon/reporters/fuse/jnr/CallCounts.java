// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts of calls and bytes, with the names of the raw transport. Any thread. */
final class CallCounts {
  static final String READS = "reads";
  static final String WRITES = "writes";

  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  CallCounts() {
    add("requests", 0);
    add("requestsRefused", 0);
    add("bytesRead", 0);
    add("bytesWritten", 0);
  }

  void requested(String counter) {
    add("requests", 1);
    add(counter, 1);
  }

  /** Counts a result: a number of bytes, or a negative error number. */
  void answered(String counter, int result) {
    if (result < 0) {
      add("requestsRefused", 1);
    } else if (counter.equals(READS)) {
      add("bytesRead", result);
    } else if (counter.equals(WRITES)) {
      add("bytesWritten", result);
    }
  }

  private void add(String counter, long number) {
    counts.computeIfAbsent(counter, unknown -> new LongAdder()).add(number);
  }

  Map<String, Long> byName() {
    Map<String, Long> all = new TreeMap<>();
    counts.forEach((name, count) -> all.put(name, count.sum()));
    return all;
  }
}

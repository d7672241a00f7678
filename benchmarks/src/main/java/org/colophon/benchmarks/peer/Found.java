// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import java.util.List;
import java.util.stream.LongStream;
import org.colophon.benchmarks.workload.Target;

/** Ids that a query found. */
public record Found(LongStream.Builder objects, LongStream.Builder processes) {
  public Found() {
    this(LongStream.builder(), LongStream.builder());
  }

  /** Returns whether exactly these ids were found, each once, in any order. */
  public boolean isExactly(Target target) {
    return sorted(objects).equals(target.objects()) && sorted(processes).equals(target.processes());
  }

  private static List<Long> sorted(LongStream.Builder ids) {
    return ids.build().sorted().boxed().toList();
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.benchmarks.scenario.Programs;

/** Measures the peak memory of this process. */
public final class Memory {
  private static final double MEGABYTE = 1 << 20;

  private Memory() {}

  /** Resets the recorded peaks if the system supports that. */
  public static void resetPeaks() {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    } catch (IOException e) {
      // Otherwise, the resident peak is that of the whole process, which is larger.
      return;
    }
  }

  /** Returns the peak use of the heap in MB, including garbage. */
  public static double peakHeapMegabytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .mapToLong(pool -> pool.getPeakUsage().getUsed())
            .sum()
        / MEGABYTE;
  }

  /** Returns the size of the heap after garbage collection, in MB. */
  public static double liveHeapMegabytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGABYTE;
  }

  /**
   * Returns the peak resident memory in MB, including native memory and mapped files; 0 if unknown.
   */
  public static double peakResidentMegabytes() {
    return Programs.peakResidentKib("self") / 1024.0;
  }
}

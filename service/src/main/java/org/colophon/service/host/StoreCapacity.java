// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import org.colophon.core.files.Descriptors;

/**
 * Number of stores of other hosts that are open at once, by the memory and the descriptors of the
 * process. Each store has its own journal, adapters and threads.
 *
 * @param copies the number of copies, of which each counts as one
 */
public record StoreCapacity(int copies) {
  /** A store that is reported to has a ring, and a table of intervals. */
  static final int RECORDER = 4;

  private static final int LEAST = 32;

  /** Heap of a copy, of which frames arrive continuously. */
  private static final long COPY_BYTES = 2 << 20;

  private static final int COPY_DESCRIPTORS = 64;

  /** Returns the number for half of this process's heap and descriptors. */
  public static StoreCapacity ofThisProcess() {
    long byHeap = Runtime.getRuntime().maxMemory() / 2 / COPY_BYTES;
    return new StoreCapacity(
        (int) Math.max(LEAST, Math.min(byHeap, Descriptors.limit() / 2 / COPY_DESCRIPTORS)));
  }

  /** Returns the number of copies to which frames are applied at once. Requests need the rest. */
  int applied() {
    return copies / 8 * 7;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.util.Arrays;

/**
 * Ids that a remote sink assigns before the service has assigned global ids. Each occupies eight
 * bytes until the sink closes, because a caller may use any id again. Changed under the queue's
 * monitor. The sender reads the global ids, which only it adds, without the monitor.
 */
final class LocalIds {
  private static final long FLAG = 1L << 62;

  private volatile long[] global = new long[1024];
  private int count;

  long next() {
    if (count == global.length) {
      global = Arrays.copyOf(global, 2 * count);
    }
    return FLAG | count++;
  }

  static boolean isLocal(long id) {
    return (id & FLAG) != 0;
  }

  /** Returns the number of a local id, as requests contain it. */
  static int number(long id) {
    return (int) (id & ~FLAG);
  }

  /** Returns the service's id for a local id; 0 if it is not known yet. */
  long global(long id) {
    return isLocal(id) ? global[number(id)] : id;
  }

  void learn(int number, long id) {
    long[] all = global;
    if (number >= 0 && number < count) {
      all[number] = id;
    }
  }
}

package org.colophon.service.client.report;

import java.util.Arrays;

/**
 * Ids that a remote sink gives out before the service has assigned its own. Each takes eight bytes
 * until the end, because a caller may use any id again. Changed under the queue's monitor; the
 * sender reads ids that it added itself without the monitor.
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

  /** Returns the number of a local id, which requests contain. */
  static int number(long id) {
    return (int) (id & ~FLAG);
  }

  /** Returns the service's id; 0 if it is not known yet. */
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

package org.colophon.service.client.report;

import java.util.Arrays;

/**
 * Ids that a remote sink gives out before the service has: above all that a store gives. Eight
 * bytes are kept for each, for good, since a caller may come back with any. Changed under the
 * queue's lock. What is learnt is read by the thread that learnt it without.
 */
final class LocalIds {
  private static final long FLAG = 1L << 62;

  private volatile long[] global = new long[1024];
  private int count;

  /** The next one. */
  long next() {
    if (count == global.length) {
      global = Arrays.copyOf(global, 2 * count);
    }
    return FLAG | count++;
  }

  static boolean isLocal(long id) {
    return (id & FLAG) != 0;
  }

  /** A local id's number, which is what the service is told. */
  static int number(long id) {
    return (int) (id & ~FLAG);
  }

  /** What the service calls it; 0 if that is not known. */
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

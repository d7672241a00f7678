package org.colophon.service.http;

import java.util.concurrent.TimeUnit;

/** How fast bytes move. A thread of the server waits for them, so they may not trickle. */
final class Pace {
  static final String RULE = "1 KiB a second, after 10 seconds";

  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long NANOS_A_BYTE = TimeUnit.SECONDS.toNanos(1) / 1024;

  private Pace() {}

  static boolean isTooSlow(long nanos, long bytes) {
    return nanos > GRACE_NANOS + bytes * NANOS_A_BYTE;
  }
}

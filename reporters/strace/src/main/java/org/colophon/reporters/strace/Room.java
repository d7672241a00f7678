package org.colophon.reporters.strace;

/**
 * Limits for the size of strace's output file, derived from free space.
 *
 * @param bytes the free space; 0 if unknown
 */
record Room(long bytes) {
  private static final long MAX_BEHIND_BYTES = 256L << 20;
  private static final long MAX_PUNCH_BYTES = 32L << 20;
  private static final long MIN_BYTES = 16L << 20;

  /** Smallest limit; a smaller one would stop strace for every few lines. */
  private static final long MIN_STEP_BYTES = 1L << 20;

  boolean isEnough() {
    return bytes >= MIN_BYTES;
  }

  /** Returns the backlog at which strace is stopped. */
  long mostBehind() {
    return share(4, MAX_BEHIND_BYTES);
  }

  /** Returns the backlog at which strace resumes. */
  long resume() {
    return mostBehind() / 4;
  }

  /** Returns the number of read bytes to free at once. */
  long punch() {
    return share(8, MAX_PUNCH_BYTES);
  }

  private long share(int part, long most) {
    return bytes == 0 ? most : Math.max(MIN_STEP_BYTES, Math.min(most, bytes / part));
  }
}

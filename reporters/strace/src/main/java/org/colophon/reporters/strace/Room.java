package org.colophon.reporters.strace;

/**
 * How much of a file system what strace writes may take up.
 *
 * @param bytes what is free there; 0 also if that is not known
 */
record Room(long bytes) {
  private static final long MAX_BEHIND_BYTES = 256L << 20;
  private static final long MAX_PUNCH_BYTES = 32L << 20;
  private static final long MIN_BYTES = 16L << 20;

  /** Below this, strace would wait, and a hole be punched, for every little that it writes. */
  private static final long MIN_STEP_BYTES = 1L << 20;

  /** Whether it is worth while. */
  boolean isEnough() {
    return bytes >= MIN_BYTES;
  }

  /** How far the reader may be behind before strace waits. */
  long mostBehind() {
    return share(4, MAX_BEHIND_BYTES);
  }

  /** How far it must have caught up before strace goes on. */
  long resume() {
    return mostBehind() / 4;
  }

  /** How much that was read is given back at once. */
  long punch() {
    return share(8, MAX_PUNCH_BYTES);
  }

  private long share(int part, long most) {
    return bytes == 0 ? most : Math.max(MIN_STEP_BYTES, Math.min(most, bytes / part));
  }
}

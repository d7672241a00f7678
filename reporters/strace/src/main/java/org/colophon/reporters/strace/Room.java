package org.colophon.reporters.strace;

/**
 * How much of a file system what strace writes may take up.
 *
 * @param bytes what is free there
 */
record Room(long bytes) {
  private static final long MAX_BEHIND_BYTES = 256L << 20;
  private static final long MAX_PUNCH_BYTES = 32L << 20;
  private static final long MIN_BYTES = 16L << 20;

  /** Whether it is worth while. */
  boolean isEnough() {
    return bytes >= MIN_BYTES;
  }

  /** How far the reader may be behind before strace waits. */
  long mostBehind() {
    return Math.min(MAX_BEHIND_BYTES, bytes / 4);
  }

  /** How far it must have caught up before strace goes on. */
  long resume() {
    return mostBehind() / 4;
  }

  /** How much that was read is given back at once. */
  long punch() {
    return Math.min(MAX_PUNCH_BYTES, bytes / 8);
  }
}

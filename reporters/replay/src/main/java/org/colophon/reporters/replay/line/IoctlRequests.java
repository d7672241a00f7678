package org.colophon.reporters.replay.line;

import java.nio.charset.StandardCharsets;

/**
 * Detects the relevant ioctl requests: those that share data between files, find the other end of a
 * terminal, or set close-on-exec. Other requests are skipped early, because terminals and devices
 * receive many.
 */
final class IoctlRequests {
  private static final byte[][] RELEVANT = {
    ascii("BTRFS_IOC_CLONE"),
    ascii("FICLONE"),
    ascii("FIOCLEX"),
    ascii("FIONCLEX"),
    ascii("TIOCGPTN"),
    ascii("TIOCGPTPEER")
  };

  /** Text before the source descriptor in the third argument of a range request. */
  private static final byte[] SOURCE = ascii("{src_fd=");

  private IoctlRequests() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Returns whether the request is relevant.
   *
   * @param from offset of the arguments
   */
  static boolean isRelevant(byte[] buffer, int from, int to) {
    int p = LineScan.numberEnd(buffer, from, to);
    if (p < to && buffer[p] == '<') {
      int end = LineScan.decorationEnd(buffer, p + 1, to);
      p = end < 0 ? to : end;
    }
    while (p < to && (buffer[p] == ',' || buffer[p] == ' ')) {
      p++;
    }
    for (byte[] word : RELEVANT) {
      if (LineScan.matches(buffer, p, to, word)) {
        return true;
      }
    }
    return false;
  }

  /** Lets the third argument of a range request begin at the source descriptor. */
  static void showSource(StraceLine line) {
    if (line.argumentCount > 2 && LineScan.matches(line.buffer, line.from[2], line.to[2], SOURCE)) {
      line.from[2] += SOURCE.length;
    }
  }
}

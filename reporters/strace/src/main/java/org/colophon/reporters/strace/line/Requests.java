package org.colophon.reporters.strace.line;

import java.nio.charset.StandardCharsets;

/**
 * The requests of ioctl that matter: those that make one file share data with another, and those
 * that say whether execve closes a descriptor. All others are passed over before they are looked at
 * any further: there are thousands, and terminals and devices get many.
 */
final class Requests {
  private static final byte[][] OF_MATTER = {
    ascii("BTRFS_IOC_CLONE"), ascii("FICLONE"), ascii("FIOCLEX"), ascii("FIONCLEX")
  };

  /** Where the third argument of the request for a range names the file that is read. */
  private static final byte[] SOURCE = ascii("{src_fd=");

  private Requests() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Whether the request matters.
   *
   * @param from where the arguments begin
   */
  static boolean matter(byte[] buffer, int from, int to) {
    int p = Scan.numberEnd(buffer, from, to);
    if (p < to && buffer[p] == '<') {
      int end = Scan.decorationEnd(buffer, p + 1, to);
      p = end < 0 ? to : end;
    }
    while (p < to && (buffer[p] == ',' || buffer[p] == ' ')) {
      p++;
    }
    for (byte[] word : OF_MATTER) {
      if (Scan.matches(buffer, p, to, word)) {
        return true;
      }
    }
    return false;
  }

  /** Lets the third argument begin at the descriptor that is read, in the request for a range. */
  static void showSource(StraceLine line) {
    if (line.argumentCount > 2 && Scan.matches(line.buffer, line.from[2], line.to[2], SOURCE)) {
      line.from[2] += SOURCE.length;
    }
  }
}

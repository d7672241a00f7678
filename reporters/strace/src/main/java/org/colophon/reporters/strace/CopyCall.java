package org.colophon.reporters.strace;

/** System calls that copy between descriptors, as {@code /proc/TASK/syscall} shows them. */
final class CopyCall {
  private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");
  private static final String SENDFILE = IS_ARM ? "71" : "40";
  private static final String SPLICE = IS_ARM ? "76" : "275";
  private static final String COPY_FILE_RANGE = IS_ARM ? "285" : "326";

  private CopyCall() {}

  /**
   * Returns the descriptor that is read, or -1 for any other call.
   *
   * @param line the number and arguments of the call, such as {@code 40 0x1 0x3 ...}
   */
  static int source(String line) {
    String[] words = line.split(" ", -1);
    if (words.length < 3) {
      return -1; // the thread is running or not visible
    }
    if (words[0].equals(SENDFILE)) {
      return descriptor(words[2]);
    }
    boolean isFromFirst = words[0].equals(SPLICE) || words[0].equals(COPY_FILE_RANGE);
    return isFromFirst ? descriptor(words[1]) : -1;
  }

  private static int descriptor(String hexadecimal) {
    return (int) Long.parseUnsignedLong(hexadecimal.substring(2), 16);
  }
}

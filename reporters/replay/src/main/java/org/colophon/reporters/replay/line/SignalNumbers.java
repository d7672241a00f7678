// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.line;

import java.nio.charset.StandardCharsets;

/** Signal numbers of Linux on common architectures. */
final class SignalNumbers {
  private static final String[] NAMES =
      ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT"
              + " STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS")
          .split(" ", -1);

  private static final byte[][] SIGNALS = new byte[NAMES.length][];

  static {
    for (int i = 0; i < NAMES.length; i++) {
      SIGNALS[i] = ("SIG" + NAMES[i]).getBytes(StandardCharsets.US_ASCII);
    }
  }

  private static final byte[] REAL_TIME = "SIGRT_".getBytes(StandardCharsets.US_ASCII);

  private SignalNumbers() {}

  /** Returns the number of the signal whose name begins at {@code from}; 0 if unknown. */
  static int number(byte[] buffer, int from, int to) {
    int end = from;
    while (end < to && LineScan.isWord(buffer[end])) {
      end++;
    }
    if (LineScan.matches(buffer, from, end, REAL_TIME)) {
      return 32 + (int) LineScan.number(buffer, from + REAL_TIME.length, end);
    }
    for (int i = 0; i < SIGNALS.length; i++) {
      if (SIGNALS[i].length == end - from && LineScan.matches(buffer, from, end, SIGNALS[i])) {
        return i + 1;
      }
    }
    return 0;
  }
}

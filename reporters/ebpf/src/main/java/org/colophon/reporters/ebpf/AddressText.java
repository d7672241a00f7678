package org.colophon.reporters.ebpf;

import jnr.ffi.Pointer;

/** Socket addresses in the notation of strace. */
final class AddressText {
  private static final int UNIX = 1;
  private static final int INTERNET = 2;
  private static final int INTERNET_6 = 10;
  private static final int GROUPS = 8;

  private AddressText() {}

  /** Appends an address; NULL for an unknown family. */
  static void append(LineBuffer line, Pointer memory, long at, int length) {
    int family = length < 2 ? 0 : memory.getShort(at);
    if (family == UNIX && length > 2) {
      unix(line, memory, at + 2, at + length);
    } else if (family == INTERNET && length >= 8) {
      line.put("{sa_family=AF_INET, sin_port=htons(").decimal(port(memory, at));
      line.put("), sin_addr=inet_addr(\"");
      for (int i = 0; i < 4; i++) {
        line.put(i == 0 ? "" : ".").decimal(memory.getByte(at + 4 + i) & 0xff);
      }
      line.put("\")}");
    } else if (family == INTERNET_6 && length >= 24) {
      line.put("{sa_family=AF_INET6, sin6_port=htons(").decimal(port(memory, at));
      line.put("), inet_pton(AF_INET6, \"").put(internet6(memory, at + 8));
      line.put("\", &sin6_addr)}");
    } else {
      line.put("NULL");
    }
  }

  private static int port(Pointer memory, long at) {
    return Short.toUnsignedInt(Short.reverseBytes(memory.getShort(at + 2)));
  }

  private static void unix(LineBuffer line, Pointer memory, long from, long to) {
    boolean isAbstract = memory.getByte(from) == 0;
    long start = isAbstract ? from + 1 : from;
    long end = start;
    while (end < to && (isAbstract || memory.getByte(end) != 0)) {
      end++;
    }
    line.put("{sa_family=AF_UNIX, sun_path=").put(isAbstract ? "@" : "");
    line.quoted(memory, start, end).put('}');
  }

  /** Returns the canonical text, with the longest run of zero groups left out. */
  private static String internet6(Pointer memory, long at) {
    int[] groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = Short.toUnsignedInt(Short.reverseBytes(memory.getShort(at + 2L * i)));
    }
    int bestFrom = -1;
    int bestLength = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - i > bestLength) {
        bestFrom = i;
        bestLength = end - i;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (i == bestFrom) {
        text.append("::");
        i += bestLength - 1;
      } else {
        boolean needsColon = i > 0 && text.charAt(text.length() - 1) != ':';
        text.append(needsColon ? ":" : "").append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }
}

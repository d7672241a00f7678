// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Reads this process's arguments as bytes from Linux. Java decodes them by the locale, and replaces
 * bytes that are invalid there. A replaced byte may change a name to that of another file or
 * command.
 */
final class RawArguments {
  private static final Path FILE = Path.of("/proc/self/cmdline");

  private RawArguments() {}

  /** Returns the first argument that Java did not decode exactly; null if all are exact. */
  static @Nullable Bytes inexact(String[] args) throws IOException {
    if (isPlain(String.join("", args)) || !Files.exists(FILE)) {
      return null;
    }
    List<Bytes> words = words(Files.readAllBytes(FILE));
    // The JVM's own arguments precede them.
    int first = words.size() - args.length;
    for (int i = 0; i < args.length; i++) {
      if (!words.get(first + i).equals(Bytes.of(args[i]))) {
        return words.get(first + i);
      }
    }
    return null;
  }

  /** Returns whether no byte can have been replaced. Some JVMs replace bytes by a question mark. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80 || text.charAt(i) == '?') {
        return false;
      }
    }
    return true;
  }

  private static List<Bytes> words(byte[] line) {
    List<Bytes> words = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < line.length; i++) {
      if (line[i] == 0) {
        words.add(Bytes.copyOf(line, from, i));
        from = i + 1;
      }
    }
    return words;
  }
}

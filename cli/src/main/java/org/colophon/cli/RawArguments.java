package org.colophon.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * This process's arguments as the kernel has them. Java makes text of them, and what is no text in
 * the locale's encoding becomes something else: another file, or another command.
 */
final class RawArguments {
  private static final Path FILE = Path.of("/proc/self/cmdline");

  private RawArguments() {}

  /** The first that Java does not have as it was given; null if there is none. */
  static Bytes inexact(String[] args) throws IOException {
    if (isPlain(String.join("", args)) || !Files.exists(FILE)) {
      return null;
    }
    List<Bytes> words = words(Files.readAllBytes(FILE));
    // Before them are the JVM's own.
    int first = words.size() - args.length;
    for (int i = 0; i < args.length; i++) {
      if (!words.get(first + i).equals(Bytes.of(args[i]))) {
        return words.get(first + i);
      }
    }
    return null;
  }

  /** Whether no byte of them can have been replaced: some JVMs take a question mark for that. */
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

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Number of this process's open file descriptors, and their limit, from Linux. Any thread. */
public final class Descriptors {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Path OPEN = Path.of("/proc/self/fd");
  private static final String NAME = "Max open files";

  private Descriptors() {}

  /** Returns the limit of open descriptors, or the greatest int if it is absent or unknown. */
  public static int limit() {
    try (Stream<String> lines = Files.lines(LIMITS)) {
      return lines
          .filter(line -> line.startsWith(NAME))
          .findFirst()
          .map(Descriptors::softLimit)
          .orElse(Integer.MAX_VALUE);
    } catch (IOException | UncheckedIOException e) {
      return Integer.MAX_VALUE; // without /proc, a guess might be too low
    }
  }

  /** Parses a line such as {@code Max open files 1024 4096 files}. */
  private static int softLimit(String line) {
    String soft = line.substring(NAME.length()).strip().split(" ", 2)[0];
    return soft.matches("[0-9]{1,9}") ? Integer.parseInt(soft) : Integer.MAX_VALUE;
  }

  /** Returns the number of open descriptors, or 0 if it is unknown. */
  public static int open() {
    String[] names = OPEN.toFile().list();
    return names == null ? 0 : names.length;
  }
}

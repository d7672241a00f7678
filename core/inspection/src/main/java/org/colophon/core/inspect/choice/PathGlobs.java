// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.choice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.Glob;

/**
 * {@linkplain Glob Patterns} of files; one without a slash matches the file name in any directory.
 * Plain endings such as {@code *.txt} ignore case. Any thread.
 */
final class PathGlobs {
  private final List<byte[]> endings = new ArrayList<>();
  private final List<Glob> globs = new ArrayList<>();

  PathGlobs(List<String> globs) {
    for (String glob : globs) {
      if (isEnding(glob)) {
        endings.add(lower(glob.substring(1).getBytes(StandardCharsets.UTF_8)));
      } else {
        this.globs.add(Glob.of(glob));
      }
    }
  }

  private static boolean isEnding(String glob) {
    return glob.startsWith("*.") && glob.substring(1).chars().noneMatch(c -> "*?/".indexOf(c) >= 0);
  }

  private static byte[] lower(byte[] ending) {
    for (int i = 0; i < ending.length; i++) {
      ending[i] = (byte) lower(ending[i]);
    }
    return ending;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
  }

  boolean matches(Bytes path) {
    for (byte[] ending : endings) {
      if (hasEnding(path, ending)) {
        return true;
      }
    }
    for (Glob glob : globs) {
      if (glob.matchesWhole(path)) {
        return true;
      }
    }
    return false;
  }

  /** Returns true for an ending after other characters: the name {@code .txt} has no ending. */
  private static boolean hasEnding(Bytes path, byte[] ending) {
    int start = path.length() - ending.length;
    if (start < 1 || path.at(start - 1) == '/') {
      return false;
    }
    for (int i = 0; i < ending.length; i++) {
      if (lower(path.at(start + i)) != ending[i]) {
        return false;
      }
    }
    return true;
  }
}

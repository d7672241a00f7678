// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Identity of a file. A rename does not change it.
 *
 * @param device the file system's device number
 * @param inode the file's number there
 */
public record FileKey(long device, long inode) {
  public static @Nullable FileKey of(Path path) throws IOException {
    try {
      Map<String, Object> found = Files.readAttributes(path, "unix:dev,ino");
      return new FileKey(number(found, "dev"), number(found, "ino"));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static long number(Map<String, Object> found, String attribute) {
    return ((Number) Objects.requireNonNull(found.get(attribute))).longValue();
  }

  public boolean isAt(Path path) throws IOException {
    return equals(of(path));
  }
}

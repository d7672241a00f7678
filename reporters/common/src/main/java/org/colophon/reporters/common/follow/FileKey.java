package org.colophon.reporters.common.follow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Identity of a file. A rename does not change it.
 *
 * @param device the file system's device number
 * @param inode the file's number there
 */
public record FileKey(long device, long inode) {
  public static FileKey of(Path path) throws IOException {
    try {
      Map<String, Object> found = Files.readAttributes(path, "unix:dev,ino");
      return new FileKey(
          ((Number) found.get("dev")).longValue(), ((Number) found.get("ino")).longValue());
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  public boolean isAt(Path path) throws IOException {
    return equals(of(path));
  }
}

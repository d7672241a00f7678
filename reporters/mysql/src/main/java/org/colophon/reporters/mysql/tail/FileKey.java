package org.colophon.reporters.mysql.tail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;

/**
 * Which file a name means: renaming does not change it.
 *
 * @param device the file system
 * @param inode the file's number there
 */
public record FileKey(long device, long inode) {
  /** The file that has the name now, null if there is none. */
  public static FileKey of(Path path) throws IOException {
    try {
      Map<String, Object> found = Files.readAttributes(path, "unix:dev,ino");
      return new FileKey(
          ((Number) found.get("dev")).longValue(), ((Number) found.get("ino")).longValue());
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** When the file that has the name now was changed last, the epoch if there is none. */
  static FileTime changed(Path path) throws IOException {
    try {
      return Files.getLastModifiedTime(path);
    } catch (NoSuchFileException e) {
      return FileTime.fromMillis(0);
    }
  }
}

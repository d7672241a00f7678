// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;

/** Current content of a file, by its path. Detects later changes. */
final class FileContent implements CheckedContent {
  private static final String STAMP = "unix:size,lastModifiedTime,ctime,ino,dev";

  private final Path file;
  private final long sizeBytes;
  private final Map<String, Object> stamp;

  private FileContent(Path file, long sizeBytes, Map<String, Object> stamp) {
    this.file = file;
    this.sizeBytes = sizeBytes;
    this.stamp = stamp;
  }

  static FileContent of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(file.toString(), null, "not a regular file");
    }
    return new FileContent(file, attributes.size(), Files.readAttributes(file, STAMP));
  }

  @Override
  public boolean exists() {
    return true;
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public SeekableByteChannel open() throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  @Override
  public Path file() {
    return file;
  }

  @Override
  public String problem() {
    try {
      Map<String, Object> now = Files.readAttributes(file, STAMP);
      return Objects.equals(stamp, now)
          ? ""
          : "it was changed again while it was read" + differenceTo(now);
    } catch (IOException e) {
      return "it was removed while it was read";
    }
  }

  private String differenceTo(Map<String, Object> now) {
    Object size = now.get("size");
    Object time = now.get("lastModifiedTime");
    return Objects.equals(size, sizeBytes)
        ? " (" + (time instanceof FileTime ? time : "same size") + ")"
        : " (" + sizeBytes + " bytes, then " + size + ")";
  }
}

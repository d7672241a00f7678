// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.crate;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Receives the files of a crate. One thread. */
@FunctionalInterface
public interface CrateTarget {
  /** Writes the content of a file. Leaves the stream open. */
  @FunctionalInterface
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Adds a file.
   *
   * @param path path in the crate, with slashes
   */
  void add(String path, Content content) throws IOException;

  /** Returns a target that creates files below an empty directory. */
  static CrateTarget directory(Path directory) {
    return (path, content) -> {
      Path file = directory.resolve(path);
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
        content.writeTo(out);
      }
    };
  }

  /**
   * Returns a target that adds entries to a zip archive.
   *
   * @param time time of all entries
   */
  static CrateTarget zip(ZipOutputStream zip, Instant time) {
    return (path, content) -> {
      ZipEntry entry = new ZipEntry(path);
      entry.setTime(time.toEpochMilli());
      zip.putNextEntry(entry);
      content.writeTo(zip);
      zip.closeEntry();
    };
  }
}

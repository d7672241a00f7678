// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.stream.Stream;

/** Measures, links and deletes files and directories. */
public final class FileTree {
  private FileTree() {}

  /**
   * Returns the total size of all regular files. A file that vanishes meanwhile and a missing
   * directory count as 0.
   */
  public static long bytes(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return 0;
    }
    FileSizes sizes = new FileSizes();
    Files.walkFileTree(directory, sizes);
    return sizes.bytes;
  }

  private static final class FileSizes extends SimpleFileVisitor<Path> {
    private long bytes;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      bytes += attributes.isRegularFile() ? attributes.size() : 0;
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }
  }

  /**
   * Gives a file that is never written again a second name. Copies it if the file system has no
   * links, or is another one.
   *
   * @return whether both names are of one file
   */
  public static boolean linkOrCopy(Path file, Path to) throws IOException {
    try {
      Files.createLink(to, file);
      return true;
    } catch (UnsupportedOperationException | IOException e) {
      Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES); // fails too if nothing can be there
      return false;
    }
  }

  /** Deletes a directory without following symbolic links; ignores a missing one. */
  public static void delete(Path directory) throws IOException {
    if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}

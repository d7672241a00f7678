// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.reporter;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;

/**
 * Opens files below allowed roots without following links. Opens each directory relative to its
 * parent. So it does not matter if a directory is replaced by a link meanwhile. Any thread.
 */
final class RootedFiles implements FileOpener {
  private static final List<Path> NONE = List.of();

  private final List<Path> roots;

  RootedFiles(List<Path> roots) {
    this.roots = List.copyOf(roots);
  }

  @Override
  public FileChannel open(Path path, OpenOption... options) throws IOException {
    Set<OpenOption> all = new HashSet<>(List.of(options));
    if (all.isEmpty()) {
      all.add(StandardOpenOption.READ);
    }
    all.add(LinkOption.NOFOLLOW_LINKS);
    if (path.equals(path.normalize())) {
      for (Path root : roots) {
        // A log may use the root's own path, which may contain links.
        for (Path base : Files.isDirectory(root) ? List.of(root.toRealPath(), root) : NONE) {
          if (path.startsWith(base) && !path.equals(base)) {
            return open(root, base.relativize(path), all);
          }
        }
      }
    }
    throw ErrorCode.NOT_PERMITTED.exception(
        "%s is not read, since it is below none of attach.roots %s: add a directory there"
            .formatted(path, roots));
  }

  private static FileChannel open(Path root, Path below, Set<OpenOption> options)
      throws IOException {
    try (DirectoryStream<Path> directory = Files.newDirectoryStream(root)) {
      return open(secure(directory), below, options);
    }
  }

  private static FileChannel open(
      SecureDirectoryStream<Path> directory, Path left, Set<OpenOption> options)
      throws IOException {
    if (left.getNameCount() == 1) {
      return (FileChannel) directory.newByteChannel(left, options);
    }
    Path first = left.getName(0);
    try (SecureDirectoryStream<Path> next =
        directory.newDirectoryStream(first, LinkOption.NOFOLLOW_LINKS)) {
      return open(next, left.subpath(1, left.getNameCount()), options);
    }
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> directory)
      throws IOException {
    if (directory instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    throw new FileSystemException("this system cannot open files relative to a directory");
  }
}

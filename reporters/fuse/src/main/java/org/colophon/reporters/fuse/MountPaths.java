// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.reporters.common.proc.MountTable;

/** Source and mount directory, with links resolved. */
record MountPaths(Path source, Path mount) {
  /**
   * Resolves and validates both directories.
   *
   * @throws ColophonException NOT_FOUND, BAD_REQUEST
   */
  static MountPaths of(Path source, Path mount) {
    MountPaths place = new MountPaths(directory("source", source), directory("mount", mount));
    boolean isInside = place.mount.startsWith(place.source) && !place.mount.equals(place.source);
    if (isInside) {
      throw ErrorCode.BAD_REQUEST.exception(
          "mount=%s lies inside source=%s and would mirror itself. Mount elsewhere"
              .formatted(place.mount, place.source));
    }
    return place;
  }

  /**
   * Rejects a directory of this process below the mount, even if it does not exist yet.
   *
   * @param what the option that names the directory
   * @throws ColophonException BAD_REQUEST
   */
  void rejectBelow(String what, Path own) {
    Path file = made(own.toAbsolutePath().normalize());
    if (file.startsWith(mount)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s=%s lies below mount=%s: this process would wait for itself. Keep it elsewhere"
              .formatted(what, file, mount));
    }
  }

  /**
   * Rejects mirrors of mirrors. Accesses through the outer mirror would be attributed to this
   * process, and each file would be two objects.
   *
   * @throws ColophonException BAD_REQUEST if one mirror would be seen through the other
   */
  void rejectMirrors() {
    MountTable mounts = MountTable.read();
    if (mounts.isSeenThroughOurs(device(source))) {
      throw splitLineage(
          "source=%s is seen through a mirror".formatted(source),
          "Give the mirrored directory as source");
    }
    MountTable.Entry below = mounts.oursBelow(PathBytes.of(source));
    if (below != null) {
      throw splitLineage(
          "below source=%s a mirror is mounted on %s".formatted(source, below.target().display()),
          "Mount that mirror elsewhere, or detach it (umount, if its process has died)");
    }
    MountTable.Entry showing = mounts.oursShowing(PathBytes.of(mount));
    if (showing != null) {
      throw splitLineage(
          "mount=%s is seen through a mirror too: %s shows %s"
              .formatted(mount, showing.target().display(), showing.source().display()),
          "Mount elsewhere, or detach that mirror (umount, if its process has died)");
    }
  }

  private static ColophonException splitLineage(String why, String advice) {
    return ErrorCode.BAD_REQUEST.exception(why + ", which would split lineage in two. " + advice);
  }

  private static long device(Path directory) {
    try {
      return (Long) Files.getAttribute(directory, "unix:dev");
    } catch (IOException e) {
      throw IoFailure.of("read the device of", directory, e);
    }
  }

  /** Resolves links in the existing part of a path. */
  private static Path made(Path path) {
    Path parent = path.getParent();
    Path name = path.getFileName();
    return parent == null || name == null || Files.exists(path)
        ? resolved(path)
        : made(parent).resolve(name);
  }

  /** Resolves links, even if the path contains a dead mount. Returns a missing path unchanged. */
  static Path resolved(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path;
    }
  }

  private static Path directory(String what, Path path) {
    try {
      Path real = path.toRealPath();
      if (Files.isDirectory(real)) {
        return real;
      }
      throw ErrorCode.BAD_REQUEST.exception(what + "=" + path + " is not a directory");
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception(what + "=" + path + " does not exist; make it first", e);
    } catch (IOException e) {
      throw ErrorCode.NOT_FOUND.exception(
          what + "=" + path + " cannot be entered: " + e.getMessage(), e);
    }
  }

  /**
   * Rejects open files of this process below the mount, because the process would wait for itself.
   * The store is already open.
   *
   * @throws ColophonException BAD_REQUEST
   */
  void rejectOwnFiles() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path file : files) {
        rejectOwn(file);
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot list this process's files: " + e.getMessage(), e);
    }
  }

  private void rejectOwn(Path descriptor) {
    Path file;
    try {
      file = Files.readSymbolicLink(descriptor);
    } catch (IOException e) {
      return; // closed meanwhile
    }
    if (file.startsWith(mount)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "this process itself uses "
              + file
              + ", below mount="
              + mount
              + ": it would wait for itself. Keep the store and the program elsewhere");
    }
  }
}

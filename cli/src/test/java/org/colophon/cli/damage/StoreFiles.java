// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.damage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Copies and deletes directories of stores. */
final class StoreFiles {
  private StoreFiles() {}

  /** Returns the files below a directory, as sorted relative paths. */
  static List<Path> in(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .map(directory::relativize)
          .filter(file -> !file.getFileName().toString().equals("lock"))
          .sorted()
          .toList();
    }
  }

  /** Returns the directories in a store, as sorted relative paths. */
  static List<Path> directoriesIn(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files.filter(Files::isDirectory).map(store::relativize).sorted().toList();
    }
  }

  /**
   * Copies a store during writes. The copy has the state that a kill at one instant would leave.
   */
  static void copyInstant(Path from, Path to) throws IOException {
    while (true) {
      try {
        Map<Path, FileTime> before = times(from);
        copy(from, to);
        if (times(from).equals(before)) {
          return;
        }
      } catch (NoSuchFileException | UncheckedIOException e) {
        // A file was merged with others meanwhile, so the copy does not have the state of a single
        // instant.
      }
      delete(to);
    }
  }

  private static Map<Path, FileTime> times(Path directory) throws IOException {
    Map<Path, FileTime> times = new HashMap<>();
    for (Path file : in(directory)) {
      times.put(file, Files.getLastModifiedTime(directory.resolve(file)));
    }
    return times;
  }

  /** Copies a directory to which nobody writes. The copy must not exist. */
  static Path copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    for (Path file : in(from)) {
      Path target = to.resolve(file.toString());
      Files.createDirectories(target.getParent());
      Files.copy(from.resolve(file.toString()), target);
    }
    return to;
  }

  static void delete(Path directory) throws IOException {
    if (Files.exists(directory)) {
      try (Stream<Path> files = Files.walk(directory)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}

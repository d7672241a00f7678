// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.jspecify.annotations.Nullable;

/** Walk over the selected files below a directory. Passes over what it cannot read. One thread. */
final class FileWalk {
  private static final int MAX_FILES = 1 << 16;
  private static final int MAX_VISITED = 1 << 20;

  private final Predicate<Bytes> isSelected;
  private int selected;
  private int visited;

  FileWalk(Predicate<Bytes> isSelected) {
    this.isSelected = isSelected;
  }

  /** Returns whether the directory has more files than a walk visits. */
  boolean isCutOff() {
    return selected >= MAX_FILES || visited >= MAX_VISITED;
  }

  /** Passes each selected regular file to a consumer. */
  void visit(Path directory, Consumer<Path> files) {
    try {
      Files.walkFileTree(directory, new Visitor(files));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    private final Consumer<Path> files;

    Visitor(Consumer<Path> files) {
      this.files = files;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      visited++;
      if (attributes.isRegularFile() && isSelected.test(PathBytes.of(file))) {
        selected++;
        files.accept(file);
      }
      return isCutOff() ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visitedDirectory, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}

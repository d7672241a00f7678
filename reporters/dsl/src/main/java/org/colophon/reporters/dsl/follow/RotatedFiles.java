package org.colophon.reporters.dsl.follow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.colophon.core.spi.reporter.FileOpener;

/** A feed's file and those that had its name before: {@code feed.1}, {@code feed.2}, ... */
final class RotatedFiles {
  private static final int LOOKS = 20;
  private static final long LOOK_NANOS = 5_000_000;

  private final Path file;
  private final FileOpener files;

  RotatedFiles(Path file, FileOpener files) {
    this.file = file;
    this.files = files;
  }

  /** What a file is called by now, null if it is gone. */
  Path find(String key) throws IOException {
    // In the midst of a rotation a file may be missed: it has one name when the folder is listed,
    // and another when that is looked at.
    for (int look = 0; look < LOOKS; look++) {
      Path found = look(key);
      if (found != null) {
        return found;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return null;
  }

  /** As {@link #find}, for those who look again anyway if it is missed. */
  Path look(String key) throws IOException {
    for (Path each : all()) {
      if (isOne(each, key)) {
        return each;
      }
    }
    return null;
  }

  /** Opens a file, whatever it is called by now; null if it is gone. */
  FileChannel open(String key) throws IOException {
    Path path = find(key);
    while (path != null) {
      try {
        FileChannel opened = files.open(path);
        if (isOne(path, key)) {
          return opened;
        }
        opened.close();
      } catch (NoSuchFileException e) {
        // Renamed since it was looked for.
      }
      path = find(key);
    }
    return null;
  }

  /** Whether a name means a file; not if nothing has the name. */
  static boolean isOne(Path path, String key) {
    try {
      return ReadFile.keyOf(path).equals(key);
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a file is there and not empty. */
  static boolean hasContent(Path path) throws IOException {
    try {
      return Files.size(path) > 0;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Those written after a file was that have not the feed's own name; the oldest first. */
  List<Path> since(String key) throws IOException {
    Path old = find(key);
    if (old == null || old.equals(file)) {
      return List.of();
    }
    FileTime from = modified(old);
    List<Path> found = new ArrayList<>();
    for (Path each : all()) {
      if (!each.equals(file) && !each.equals(old) && modified(each).compareTo(from) >= 0) {
        found.add(each);
      }
    }
    found.sort(Comparator.comparing(RotatedFiles::modified));
    return found;
  }

  private static FileTime modified(Path path) {
    try {
      return Files.getLastModifiedTime(path);
    } catch (IOException e) {
      return FileTime.fromMillis(0); // renamed since it was looked for: it is looked for again
    }
  }

  private List<Path> all() throws IOException {
    String name = file.getFileName().toString();
    List<Path> all = new ArrayList<>();
    try (Stream<Path> siblings = Files.list(file.getParent())) {
      siblings.filter(each -> isNumbered(each, name)).forEach(all::add);
    }
    if (Files.exists(file)) {
      all.add(file);
    }
    return all;
  }

  private static boolean isNumbered(Path path, String name) {
    String own = path.getFileName().toString();
    return own.startsWith(name + ".")
        && own.substring(name.length() + 1).matches("[0-9]+")
        && Files.isRegularFile(path);
  }
}

package org.colophon.reporters.mysql.tail;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A log and the files that it was before it was rotated: {@code general.log.1}, {@code
 * general.log-20261121}, {@code general.log-old}; compressed ones are left out. With numbers the
 * largest is the oldest, without the time of the last change decides.
 */
final class LogFiles {
  private static final Pattern NUMBERED = Pattern.compile(".*\\.([0-9]{1,6})");
  private static final Pattern COMPRESSED = Pattern.compile(".*\\.(gz|xz|bz2|zst|Z|lz4)");
  private static final int TRIES = 20;

  private final Path log;

  LogFiles(Path log) {
    this.log = log;
  }

  /** One of them, as it was called a moment ago. */
  record Entry(Path path, FileKey key, FileTime changed, int number) {}

  /** All there are, oldest first, the log itself last if it is there. */
  List<Entry> list() throws IOException {
    List<Entry> before = look();
    for (int i = 0; i < TRIES; i++) {
      List<Entry> now = look();
      if (keys(now).equals(keys(before))) {
        return now;
      }
      before = now;
    }
    return before;
  }

  private static List<FileKey> keys(List<Entry> entries) {
    return entries.stream().map(Entry::key).toList();
  }

  private List<Entry> look() throws IOException {
    List<Entry> found = new ArrayList<>();
    String name = log.getFileName().toString();
    try (DirectoryStream<Path> folder =
        Files.newDirectoryStream(log.getParent(), path -> isOne(path, name))) {
      for (Path path : folder) {
        add(found, path);
      }
    } catch (NoSuchFileException e) {
      // The folder itself is gone: there is nothing.
      return found;
    }
    found.sort(Comparator.comparing(Entry::number).reversed().thenComparing(Entry::changed));
    add(found, log);
    return found;
  }

  private static boolean isOne(Path path, String name) {
    String other = path.getFileName().toString();
    boolean isBehind = other.startsWith(name + ".") || other.startsWith(name + "-");
    // A link may lead to another of them, or out of the folder.
    return isBehind
        && !COMPRESSED.matcher(other).matches()
        && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static void add(List<Entry> found, Path path) throws IOException {
    try {
      FileKey key = FileKey.of(path);
      if (key != null) {
        Matcher numbered = NUMBERED.matcher(path.getFileName().toString());
        int number = numbered.matches() ? Integer.parseInt(numbered.group(1)) : 0;
        found.add(new Entry(path, key, Files.getLastModifiedTime(path), number));
      }
    } catch (NoSuchFileException e) {
      // Renamed meanwhile; whoever compares two looks will look again.
      return;
    }
  }
}

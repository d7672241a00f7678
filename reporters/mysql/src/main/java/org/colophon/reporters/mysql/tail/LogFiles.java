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
import java.util.function.Predicate;
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
  private static final int NO_NUMBER = -1;
  private static final int TRIES = 1000;

  private final Path log;

  LogFiles(Path log) {
    this.log = log;
  }

  /**
   * One of them, as it was called a moment ago.
   *
   * @param number 0 is one too: logrotate can begin with it
   */
  record Entry(Path path, FileKey key, FileTime changed, int number) {
    boolean isNumbered() {
      return number != NO_NUMBER;
    }
  }

  /**
   * What one look found, oldest first. Files that are renamed meanwhile may be missing.
   *
   * @param changed when the folder was changed last, before the look
   * @param isWhole whether what was found in the folder was still there a moment later
   */
  private record Look(List<Entry> entries, FileTime changed, boolean isWhole) {
    /** Whether nothing was renamed between an earlier look and the end of this one. */
    boolean confirms(Look before, FileTime now) {
      return isWhole
          && before != null
          && before.isWhole
          && before.changed.equals(now)
          && keys().equals(before.keys());
    }

    private List<FileKey> keys() {
      return entries.stream().map(Entry::key).toList();
    }
  }

  /** All there are, oldest first, the log itself last if it is there. */
  List<Entry> list() throws IOException {
    return lookFor(entry -> false);
  }

  /** What a file is called, or was a moment ago; null if it is none of them any more. */
  Entry find(FileKey key) throws IOException {
    List<Entry> all = lookFor(entry -> entry.key().equals(key));
    return all.stream().filter(entry -> entry.key().equals(key)).findFirst().orElse(null);
  }

  /**
   * The one that goes on where another ends, null if none does. What bears a number goes on in a
   * smaller one or the log: others are copies that somebody made.
   *
   * @param all as they were listed
   */
  Entry after(List<Entry> all, int place) {
    Entry ended = all.get(place);
    for (Entry entry : all.subList(place + 1, all.size())) {
      boolean isNext = entry.isNumbered() && entry.number() < ended.number();
      if (!ended.isNumbered() || isNext || entry.path().equals(log)) {
        return entry;
      }
    }
    return null;
  }

  /** Looks until one is seen that is enough, or it is certain that all were. */
  private List<Entry> lookFor(Predicate<Entry> isEnough) throws IOException {
    Look before = null;
    for (int i = 0; i < TRIES; i++) {
      Look now = look();
      if (now.entries.stream().anyMatch(isEnough) || now.confirms(before, changed())) {
        return now.entries;
      }
      before = now;
    }
    return before.entries;
  }

  /** When the folder's names were changed last. */
  private FileTime changed() throws IOException {
    try {
      return Files.getLastModifiedTime(log.getParent());
    } catch (NoSuchFileException e) {
      // The folder itself is gone: there is nothing.
      return FileTime.fromMillis(0);
    }
  }

  private Look look() throws IOException {
    FileTime changed = changed();
    List<Entry> found = new ArrayList<>();
    String name = log.getFileName().toString();
    boolean isWhole = true;
    try (DirectoryStream<Path> folder =
        Files.newDirectoryStream(log.getParent(), path -> isOne(path, name))) {
      for (Path path : folder) {
        isWhole &= add(found, path);
      }
    } catch (NoSuchFileException e) {
      // The folder itself is gone: there is nothing.
      return new Look(found, changed, true);
    }
    found.sort(Comparator.comparing(Entry::number).reversed().thenComparing(Entry::changed));
    add(found, log);
    return new Look(found, changed, isWhole);
  }

  private static boolean isOne(Path path, String name) {
    String other = path.getFileName().toString();
    boolean isBehind = other.startsWith(name + ".") || other.startsWith(name + "-");
    // A link may lead to another of them, or out of the folder.
    return isBehind
        && !COMPRESSED.matcher(other).matches()
        && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether it is still there. */
  private static boolean add(List<Entry> found, Path path) throws IOException {
    try {
      FileKey key = FileKey.of(path);
      if (key != null) {
        Matcher numbered = NUMBERED.matcher(path.getFileName().toString());
        int number = numbered.matches() ? Integer.parseInt(numbered.group(1)) : NO_NUMBER;
        found.add(new Entry(path, key, Files.getLastModifiedTime(path), number));
      }
      return key != null;
    } catch (NoSuchFileException e) {
      // Renamed meanwhile; another look will find it.
      return false;
    }
  }
}

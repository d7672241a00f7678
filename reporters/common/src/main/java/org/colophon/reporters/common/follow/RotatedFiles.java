// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.spi.reporter.FileOpener;
import org.jspecify.annotations.Nullable;

/**
 * A log and its rotated files, ordered by modification time because numbers may rise or fall.
 * Compressed files are ignored.
 */
final class RotatedFiles {
  private static final Pattern NUMBERED = Pattern.compile(".*\\.([0-9]{1,6})");
  private static final Pattern COMPRESSED = Pattern.compile(".*\\.(gz|xz|bz2|zst|Z|lz4)");
  private static final int NO_NUMBER = -1;
  private static final int MAX_LISTINGS = 1000;

  /**
   * Number of first bytes compared to recognise copies. It exceeds the few header lines that all
   * files of a server have in common.
   */
  private static final int HEAD_BYTES = 4096;

  private final Path log;
  private final RotatedNames names;
  private final FileOpener opener;

  RotatedFiles(Path log, RotatedNames names, FileOpener opener) {
    this.log = log;
    this.names = names;
    this.opener = opener;
  }

  /**
   * A file with its name at the time of the listing.
   *
   * @param number the number in its name; 0 is valid, as logrotate can begin with it
   */
  record Entry(Path path, FileKey key, FileTime changed, long size, int number) {}

  /**
   * The file that continues another file.
   *
   * @param isCertain whether no further file can lie between the two
   */
  record Successor(Entry entry, boolean isCertain) {}

  /**
   * Files found at one time, oldest first. Concurrent renames may hide some.
   *
   * @param changed modification time of the directory before the listing
   * @param isWhole whether all listed files still existed afterwards
   */
  private record Listing(List<Entry> entries, FileTime changed, boolean isWhole) {
    /** Returns whether nothing was renamed since an earlier listing. */
    boolean confirms(@Nullable Listing before, FileTime now) {
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

  /** Returns all files, oldest first; the log itself last, if it exists. */
  List<Entry> list() throws IOException {
    return listUntil(entry -> false);
  }

  /** Returns a file's recent name; null if it has none. */
  @Nullable Entry find(FileKey key) throws IOException {
    return find(listUntil(entry -> entry.key().equals(key)), key);
  }

  private static @Nullable Entry find(List<Entry> all, FileKey key) {
    return all.stream().filter(entry -> entry.key().equals(key)).findFirst().orElse(null);
  }

  /** Opens a file under its present name; returns null if it has none. */
  @Nullable FileChannel open(FileKey key) throws IOException {
    for (Entry entry = find(key); entry != null; entry = find(key)) {
      FileChannel channel = openIfPresent(entry.path(), opener);
      if (channel != null) {
        if (key.isAt(entry.path())) {
          return channel;
        }
        channel.close(); // renamed since the listing
      }
    }
    return null;
  }

  /**
   * Returns the longest copy of a file up to a mark; null if none exists. A rotation may copy the
   * log and truncate it.
   */
  @Nullable Entry copy(FileMark mark) throws IOException {
    Entry longest = null;
    for (Entry entry : list()) {
      boolean isOther = !entry.key().equals(mark.key()) && entry.size() >= mark.offset();
      boolean isLonger = longest == null || entry.size() > longest.size();
      if (mark.offset() > 0 && isOther && isLonger && agrees(entry, mark)) {
        longest = entry;
      }
    }
    return longest;
  }

  private boolean agrees(Entry entry, FileMark mark) throws IOException {
    try (FileChannel channel = open(entry.key())) {
      return channel != null && mark.agrees(channel);
    }
  }

  /** Opens a file; returns null if a rotation has just renamed it. */
  static @Nullable FileChannel openIfPresent(Path path, FileOpener opener) throws IOException {
    try {
      return opener.open(path);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  static FileTime changed(Path path) throws IOException {
    try {
      return Files.getLastModifiedTime(path);
    } catch (NoSuchFileException e) {
      return FileTime.fromMillis(0);
    }
  }

  /**
   * Returns the file that continues an ended one; null if none exists yet.
   *
   * @param changed last known modification time of the ended file, used if it has no name
   */
  @Nullable Successor after(FileKey ended, FileTime changed) throws IOException {
    List<Entry> found = list();
    if (names == RotatedNames.NUMBERED) {
      return after(ended, changed, found);
    }
    List<byte[]> heads = new ArrayList<>();
    for (Entry entry : found) {
      byte[] head = head(entry);
      if (head == null) {
        return null;
      }
      heads.add(head);
    }
    return after(ended, changed, withoutCopies(found, heads, ended));
  }

  private @Nullable Successor after(FileKey ended, FileTime changed, List<Entry> all) {
    Entry known = find(all, ended);
    FileTime since = known == null ? changed : known.changed();
    int first = known == null ? 0 : all.indexOf(known) + 1;
    for (Entry entry : all.subList(first, all.size())) {
      if (known != null || isLog(entry) || entry.changed().compareTo(since) > 0) {
        return new Successor(entry, isCertain(all, since));
      }
    }
    return null;
  }

  /**
   * Returns whether the order is certain. It is not if times are equal, or if numbers neither rise
   * nor fall with time.
   */
  private boolean isCertain(List<Entry> all, FileTime since) {
    List<Entry> rotated = all.stream().filter(entry -> !isLog(entry)).toList();
    List<FileTime> times =
        rotated.stream().map(Entry::changed).filter(time -> time.compareTo(since) >= 0).toList();
    List<Integer> numbers =
        rotated.stream().map(Entry::number).filter(n -> n != NO_NUMBER).toList();
    boolean falls = numbers.equals(numbers.stream().sorted(Comparator.reverseOrder()).toList());
    boolean rises = numbers.equals(numbers.stream().sorted().toList());
    boolean isOrdered = Set.copyOf(times).size() == times.size();
    return isOrdered ? rises || falls : falls && names == RotatedNames.NUMBERED;
  }

  /** Removes copies and empty files. Keeps the log itself and the ended file. */
  private List<Entry> withoutCopies(List<Entry> all, List<byte[]> heads, FileKey ended) {
    List<Entry> originals = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (isLog(all.get(i)) || all.get(i).key().equals(ended) || !isCopy(i, all, heads, ended)) {
        originals.add(all.get(i));
      }
    }
    return originals;
  }

  /** Returns whether a file is a copy: it begins like another file and is not longer. */
  private boolean isCopy(int index, List<Entry> all, List<byte[]> heads, FileKey ended) {
    byte[] head = heads.get(index);
    for (int i = 0; i < all.size(); i++) {
      Entry other = all.get(i);
      boolean isOriginal =
          i < index
              || other.size() > all.get(index).size()
              || isLog(other)
              || other.key().equals(ended);
      if (i != index && isOriginal && startsWith(heads.get(i), head)) {
        return true;
      }
    }
    return head.length == 0;
  }

  private boolean isLog(Entry entry) {
    return entry.path().equals(log);
  }

  private static boolean startsWith(byte[] bytes, byte[] head) {
    return bytes.length >= head.length
        && Arrays.equals(bytes, 0, head.length, head, 0, head.length);
  }

  /** Returns the first bytes; null if another file has the name now. */
  private byte @Nullable [] head(Entry entry) throws IOException {
    boolean wasIt = entry.key().isAt(entry.path());
    try (InputStream in = Channels.newInputStream(opener.open(entry.path()))) {
      byte[] head = in.readNBytes(HEAD_BYTES);
      return wasIt && entry.key().isAt(entry.path()) ? head : null;
    } catch (NoSuchFileException e) {
      return null; // renamed since the listing
    }
  }

  private List<Entry> listUntil(Predicate<Entry> isEnough) throws IOException {
    Listing before = null;
    for (int i = 1; ; i++) {
      Listing now = listOnce();
      boolean isFound = now.entries.stream().anyMatch(isEnough);
      if (isFound
          || i == MAX_LISTINGS
          || now.confirms(before, changed(Objects.requireNonNull(log.getParent())))) {
        return now.entries;
      }
      before = now;
    }
  }

  private Listing listOnce() throws IOException {
    FileTime changed = changed(Objects.requireNonNull(log.getParent()));
    List<Entry> found = new ArrayList<>();
    boolean isWhole = true;
    try (DirectoryStream<Path> directory =
        Files.newDirectoryStream(log.getParent(), this::isRotated)) {
      for (Path path : directory) {
        isWhole &= add(found, path);
      }
    } catch (NoSuchFileException e) {
      return new Listing(found, changed, true); // the directory does not exist
    }
    // If two files have the same time, the one with the smaller number is most likely newer.
    found.sort(
        Comparator.comparing(Entry::changed)
            .thenComparing(Comparator.comparing(Entry::number).reversed()));
    add(found, log);
    return new Listing(found, changed, isWhole);
  }

  /** Excludes links, because they may point to another of the files or out of the directory. */
  private boolean isRotated(Path path) {
    String name = log.getFileName().toString();
    String other = path.getFileName().toString();
    boolean isNamed =
        names == RotatedNames.NUMBERED
            ? other.startsWith(name + ".")
                && NUMBERED.matcher(other.substring(name.length())).matches()
            : other.startsWith(name + ".") || other.startsWith(name + "-");
    return isNamed
        && !COMPRESSED.matcher(other).matches()
        && Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Adds a file to the list. Returns false if it no longer exists. */
  private static boolean add(List<Entry> found, Path path) throws IOException {
    try {
      FileKey key = FileKey.of(path);
      if (key != null) {
        Matcher numbered = NUMBERED.matcher(path.getFileName().toString());
        int number = numbered.matches() ? Integer.parseInt(numbered.group(1)) : NO_NUMBER;
        BasicFileAttributes is = Files.readAttributes(path, BasicFileAttributes.class);
        found.add(new Entry(path, key, is.lastModifiedTime(), is.size(), number));
      }
      return key != null;
    } catch (NoSuchFileException e) {
      return false; // renamed; the next listing finds it
    }
  }
}

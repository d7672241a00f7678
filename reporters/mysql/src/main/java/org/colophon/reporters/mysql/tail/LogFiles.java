package org.colophon.reporters.mysql.tail;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
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
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.spi.reporter.FileOpener;

/**
 * A log and the files that it was before it was rotated: {@code general.log.1}, {@code
 * general.log-20261121}, {@code general.log-old}; compressed ones are left out.
 *
 * <p>The time of the last change orders them, since the numbers in their names may rise or fall.
 * The order is uncertain if two files have the same time, or if the numbers neither rise nor fall.
 * A file that begins as another one does, and is no longer than that, is a copy.
 */
final class LogFiles {
  private static final Pattern NUMBERED = Pattern.compile(".*\\.([0-9]{1,6})");
  private static final Pattern COMPRESSED = Pattern.compile(".*\\.(gz|xz|bz2|zst|Z|lz4)");
  private static final int NO_NUMBER = -1;
  private static final int TRIES = 1000;

  /** Servers begin each file with the same few lines, and with a time behind these. */
  private static final int HEAD_BYTES = 4096;

  private final Path log;
  private final FileOpener opener;

  /**
   * @param opener opens the files to compare how they begin
   */
  LogFiles(Path log, FileOpener opener) {
    this.log = log;
    this.opener = opener;
  }

  /**
   * One of them, as it was called a moment ago.
   *
   * @param number 0 is one too: logrotate can begin with it
   */
  record Entry(Path path, FileKey key, FileTime changed, long size, int number) {}

  /**
   * The file in which the log continues.
   *
   * @param isCertain whether no other file may come in between
   */
  record Successor(Entry entry, boolean isCertain) {}

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
    return find(lookFor(entry -> entry.key().equals(key)), key);
  }

  private static Entry find(List<Entry> all, FileKey key) {
    return all.stream().filter(entry -> entry.key().equals(key)).findFirst().orElse(null);
  }

  /**
   * The file that continues one that has ended; null if there is none yet, or files are renamed.
   *
   * @param changed when the ended one was changed last, as far as is known: decides if it has no
   *     name any more
   */
  Successor after(FileKey ended, FileTime changed) throws IOException {
    List<Entry> found = list();
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

  private Successor after(FileKey ended, FileTime changed, List<Entry> all) {
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

  private boolean isCertain(List<Entry> all, FileTime since) {
    List<Entry> rotated = all.stream().filter(entry -> !isLog(entry)).toList();
    List<FileTime> times =
        rotated.stream().map(Entry::changed).filter(time -> time.compareTo(since) >= 0).toList();
    List<Integer> numbers =
        rotated.stream().map(Entry::number).filter(n -> n != NO_NUMBER).toList();
    List<Integer> rising = numbers.stream().sorted().toList();
    List<Integer> falling = numbers.stream().sorted(Comparator.reverseOrder()).toList();
    return Set.copyOf(times).size() == times.size()
        && (numbers.equals(rising) || numbers.equals(falling));
  }

  /** Leaves out copies and empty files, but never the log itself and the one that has ended. */
  private List<Entry> withoutCopies(List<Entry> all, List<byte[]> heads, FileKey ended) {
    List<Entry> originals = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (isLog(all.get(i)) || all.get(i).key().equals(ended) || !isCopy(i, all, heads, ended)) {
        originals.add(all.get(i));
      }
    }
    return originals;
  }

  private boolean isCopy(int place, List<Entry> all, List<byte[]> heads, FileKey ended) {
    byte[] head = heads.get(place);
    for (int i = 0; i < all.size(); i++) {
      Entry other = all.get(i);
      boolean isOriginal =
          i < place
              || other.size() > all.get(place).size()
              || isLog(other)
              || other.key().equals(ended);
      if (i != place && isOriginal && startsWith(heads.get(i), head)) {
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

  /** The first bytes, null if another file has the name by now. */
  private byte[] head(Entry entry) throws IOException {
    boolean wasIt = entry.key().equals(FileKey.of(entry.path()));
    try (InputStream in = Channels.newInputStream(opener.open(entry.path()))) {
      byte[] head = in.readNBytes(HEAD_BYTES);
      return wasIt && entry.key().equals(FileKey.of(entry.path())) ? head : null;
    } catch (NoSuchFileException e) {
      // Renamed since it was looked for.
      return null;
    }
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

  /** When the directory's names were changed last. */
  private FileTime changed() throws IOException {
    return FileKey.changed(log.getParent());
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
    // Of two with the same time the one with the smaller number is newer, most likely.
    found.sort(
        Comparator.comparing(Entry::changed)
            .thenComparing(Comparator.comparing(Entry::number).reversed()));
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
        BasicFileAttributes is = Files.readAttributes(path, BasicFileAttributes.class);
        found.add(new Entry(path, key, is.lastModifiedTime(), is.size(), number));
      }
      return key != null;
    } catch (NoSuchFileException e) {
      // Renamed meanwhile; another look will find it.
      return false;
    }
  }
}

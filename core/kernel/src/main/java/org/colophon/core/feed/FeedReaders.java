// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import org.colophon.core.adapters.JournalHold;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/**
 * The named readers of a journal's feed, such as followers. The journal keeps the frames that a
 * reader has not acknowledged, also while the reader is away or the store is closed, for at most
 * {@link #MAX_AGE} and within its budget. A reader acknowledges frames when it requests the next
 * ones. Any thread.
 *
 * <p>The file {@code feed-readers} has a line for each reader: name, LSN, time in milliseconds
 * since 1970. It is written when a reader is new, now and then, and when the store closes, so after
 * a crash the journal may keep too much.
 */
public final class FeedReaders {
  /** The time after which an absent reader is forgotten. */
  static final Duration MAX_AGE = Duration.ofDays(1);

  private static final long SAVE_MILLIS = 10_000;

  /** Limits the number of readers, because each may make the store keep journal. */
  private static final int MAX_READERS = 64;

  private static final String FILE = "feed-readers";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Logger LOG = System.getLogger(FeedReaders.class.getName());

  private final Path file;
  private final LongFunction<JournalHold> holds;
  private final Map<String, Reader> readers = new TreeMap<>();
  private long savedMillis;

  private record Reader(JournalHold hold, long lsn, long seenMillis) {}

  /**
   * Makes the journal keep the frames that readers of earlier runs have not acknowledged.
   *
   * @param holds makes the journal keep all frames after an LSN
   */
  public FeedReaders(Path store, LongFunction<JournalHold> holds) {
    this.file = store.resolve(FILE);
    this.holds = holds;
    read();
    forgetAbsent();
  }

  private void read() {
    try {
      if (!Files.exists(file)) {
        return;
      }
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        String[] parts = line.split(" ", -1);
        long lsn = Long.parseLong(parts[1]);
        readers.put(parts[0], new Reader(holds.apply(lsn), lsn, Long.parseLong(parts[2])));
      }
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      LOG.log(Level.WARNING, "{0} is damaged: feeds may have to begin with a backup", file);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    }
  }

  /**
   * Records that a reader has everything up to an LSN.
   *
   * @throws ColophonException BAD_REQUEST for a name with other characters than letters, digits,
   *     dots, underscores and hyphens; OVERLOADED if there are too many readers
   */
  public synchronized void acknowledge(String name, long lsn) {
    if (!NAME.matcher(name).matches()) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the name of a feed's reader has up to 64 letters, digits, dots, underscores and hyphens, not '"
              + name
              + "'");
    }
    forgetAbsent();
    long now = System.currentTimeMillis();
    Reader known = readers.get(name);
    if (known == null && readers.size() >= MAX_READERS) {
      throw ErrorCode.OVERLOADED.exception(
          MAX_READERS
              + " readers follow the feed, the maximum; a reader that does not connect for"
              + " a day is removed");
    }
    if (known == null) {
      readers.put(name, new Reader(holds.apply(lsn), lsn, now));
      save();
    } else {
      known.hold().move(lsn);
      readers.put(name, new Reader(known.hold(), lsn, now));
      if (now - savedMillis > SAVE_MILLIS) {
        save();
      }
    }
  }

  private void forgetAbsent() {
    long oldest = System.currentTimeMillis() - MAX_AGE.toMillis();
    readers.entrySet().stream()
        .filter(each -> isAbsent(each.getKey(), each.getValue(), oldest))
        .map(Map.Entry::getKey)
        .toList()
        .forEach(this::forget);
  }

  private static boolean isAbsent(String name, Reader reader, long oldestMillis) {
    boolean isExpected = name.equals(JournalFeeds.PUBLISHER) || name.equals(JournalFeeds.CERTIFIER);
    return reader.hold().isLost() || (reader.seenMillis() < oldestMillis && !isExpected);
  }

  private void forget(String name) {
    Reader gone = readers.remove(name);
    if (gone != null) {
      gone.hold().close();
    }
  }

  /** Returns the acknowledged LSN of each reader. */
  public synchronized Map<String, Long> acknowledged() {
    Map<String, Long> all = new TreeMap<>();
    readers.forEach((name, reader) -> all.put(name, reader.lsn()));
    return all;
  }

  /** Removes a reader that will not return, and releases the journal that was held for it. */
  public synchronized void remove(String name) {
    if (readers.containsKey(name)) {
      forget(name);
      save();
    }
  }

  /** Writes the file, so that the next run keeps the journal after the acknowledged LSNs. */
  public synchronized void save() {
    if (readers.isEmpty() && !Files.exists(file)) {
      return;
    }
    StringBuilder text = new StringBuilder();
    readers.forEach(
        (name, reader) ->
            text.append(name + " " + reader.lsn() + " " + reader.seenMillis() + "\n"));
    savedMillis = System.currentTimeMillis();
    try {
      PrivateFiles.write(file, text.toString());
    } catch (IOException e) {
      throw StoreDirectory.failed("write", file, e);
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;

/**
 * The last LSN whose events a collector has, in a file of the store's directory. The file has the
 * id of the store, the LSN and the URL of the collector. While this mark is open, no other process
 * can open the mark of the same collector. One thread.
 */
public final class SentMark implements AutoCloseable {
  private final Path file;
  private final URI collector;
  private final String store;
  private final FileChannel lock;
  private long lsn;

  private SentMark(Path file, URI collector, String store, FileChannel lock) {
    this.file = file;
    this.collector = collector;
    this.store = store;
    this.lock = lock;
  }

  /**
   * Opens the mark of a collector.
   *
   * @param directory the store's directory
   * @param store the store's id
   * @param visibleLsn the last LSN of the store
   * @throws org.colophon.core.error.ColophonException STORE_LOCKED if another process sends;
   *     STORE_CORRUPT; STORE_FOREIGN if the mark belongs to another or a newer history
   */
  public static SentMark open(Path directory, URI collector, String store, long visibleLsn)
      throws IOException {
    byte[] url = collector.toString().getBytes(StandardCharsets.UTF_8);
    Path file = directory.resolve("events-sent-" + UUID.nameUUIDFromBytes(url));
    FileChannel lock = PrivateFiles.open(file.resolveSibling(file.getFileName() + ".lock"));
    SentMark mark = new SentMark(file, collector, store, lock);
    try {
      if (!isLocked(lock)) {
        throw ErrorCode.STORE_LOCKED.exception(
            "another command sends events of this store to " + collector + "; wait for its end");
      }
      mark.read(visibleLsn);
      return mark;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static boolean isLocked(FileChannel lock) throws IOException {
    try {
      return lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // this process has it
    }
  }

  private void read(long visibleLsn) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    String[] words = Files.readString(file).strip().split(" ", -1);
    if (words.length != 3 || !words[1].matches("\\d{1,18}")) {
      throw ErrorCode.STORE_CORRUPT.exception(
          file + " is damaged; delete it to send all events again");
    }
    lsn = Long.parseLong(words[1]);
    if (!words[0].equals(store) || lsn > visibleLsn) {
      throw ErrorCode.STORE_FOREIGN.exception(
          "%s is of store %s up to LSN %d, but this store is %s up to LSN %d; after a restore, delete the file to send all events again"
              .formatted(file, words[0], lsn, store, visibleLsn));
    }
  }

  /** Returns the last LSN whose events the collector has; 0 at first. */
  public long lsn() {
    return lsn;
  }

  /** Stores that the collector has all events up to an LSN. */
  public void move(long newLsn) throws IOException {
    if (newLsn > lsn) {
      PrivateFiles.write(file, store + " " + newLsn + " " + collector + "\n");
      lsn = newLsn;
    }
  }

  /** Appends an event to the file of those that the collector refused for good. */
  public void keepRefused(String event) throws IOException {
    PrivateFiles.append(refused(), (event + "\n").getBytes(StandardCharsets.UTF_8));
    PrivateFiles.force(refused());
  }

  /** Returns the file of events that the collector refused for good; it may be missing. */
  public Path refused() {
    return file.resolveSibling(file.getFileName().toString().replace("-sent-", "-refused-"));
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}

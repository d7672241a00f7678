// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.mysql.binlog.event.EventHeader;
import org.colophon.reporters.mysql.binlog.event.EventType;
import org.colophon.reporters.mysql.binlog.event.FormatDescription;
import org.colophon.reporters.mysql.binlog.event.MalformedEventException;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the current file of a binary log and the next one, also after rotation, purging and reset.
 * Belongs to one thread.
 */
final class BinlogFiles implements AutoCloseable {
  private final FileOpener opener;
  private final BinlogIndex index;
  private @Nullable BinlogFile open;
  private @Nullable FormatDescription format;

  BinlogFiles(Path log, FileOpener opener) {
    this.opener = opener;
    this.index = new BinlogIndex(log, opener);
  }

  /** Returns whether a file of the log is open. */
  boolean isOpen() {
    return open != null;
  }

  /** Returns the current file. */
  BinlogFile open() {
    return Objects.requireNonNull(open, "no file of the log is open");
  }

  boolean openFirst() throws IOException {
    List<Path> files = index.files();
    return !files.isEmpty() && open(files.get(0));
  }

  /** Opens a file of the log by its name. Returns false if it is missing. */
  boolean openNamed(String name) throws IOException {
    for (Path path : index.files()) {
      if (path.getFileName().toString().equals(name)) {
        return open(path);
      }
    }
    return false;
  }

  /** Opens the file that follows a missing file. */
  boolean openAfter(String name) throws IOException {
    Path next = after(index.files(), Path.of(name));
    return next != null && open(next);
  }

  /**
   * Returns the first file with a higher number; the first of all if none exists, because the log
   * was reset.
   */
  private static @Nullable Path after(List<Path> files, Path missing) {
    for (Path path : files) {
      if (BinlogIndex.number(path) > BinlogIndex.number(missing)) {
        return path;
      }
    }
    return files.isEmpty() ? null : files.get(0);
  }

  /** Returns whether the server has switched to another file. */
  boolean hasNext() throws IOException {
    return next() != null;
  }

  /** Opens the next file. Returns false if it does not exist yet. */
  boolean openNext() throws IOException {
    Path next = next();
    return next != null && open(next);
  }

  private @Nullable Path next() throws IOException {
    BinlogFile current = open();
    List<Path> files = index.files();
    for (int i = 0; i < files.size(); i++) {
      if (files.get(i).getFileName().equals(current.path().getFileName())) {
        FileKey key = FileKey.of(files.get(i));
        if (key != null && !key.equals(current.key())) {
          return files.get(i);
        }
        return i + 1 < files.size() ? files.get(i + 1) : null;
      }
    }
    return after(files, current.path());
  }

  /** Returns whether files between an earlier file and the current one were purged. */
  boolean isAfterPurge(String before) {
    return BinlogIndex.number(open().path()) > BinlogIndex.number(Path.of(before)) + 1;
  }

  private boolean open(Path path) throws IOException {
    try {
      BinlogFile next = BinlogFile.open(path, opener);
      if (next.size() < BinlogFile.START) {
        // The server has just created it.
        next.close();
        return false;
      }
      close();
      open = next;
      format = null;
    } catch (NoSuchFileException e) {
      // Purged since the index was read, or not created yet.
      return false;
    }
    if (!BinlogFile.isOne(path, opener)) {
      throw ErrorCode.BAD_INPUT.exception(
          path
              + " is not a file of a binary log; give binlog= its index, such as"
              + " /var/lib/mysql/binlog.index, or its first file to read");
    }
    return true;
  }

  /** Reads the format of the file. Returns whether it is known. */
  boolean readFormat() throws IOException {
    if (format == null) {
      BinlogFile current = open();
      try {
        format = format(current);
      } catch (MalformedEventException e) {
        throw ErrorCode.BAD_INPUT.exception(
            current.path() + " cannot be read: " + e.getMessage(), e);
      }
      current.setChecksums(format != null && format.hasChecksums());
    }
    return format != null;
  }

  private static @Nullable FormatDescription format(BinlogFile of)
      throws IOException, MalformedEventException {
    EventHeader head = of.head(BinlogFile.START);
    if (head == null || !of.isWhole(head)) {
      return null;
    }
    if (head.type() != EventType.FORMAT_DESCRIPTION) {
      throw new MalformedEventException("its first event is not a format description");
    }
    return FormatDescription.read(of.format(head));
  }

  /** Returns whether the file begins with a start of the server. */
  boolean isServerStart() {
    return format != null && format.isStart();
  }

  /** Returns the format of the first file; null if no file exists yet. */
  @Nullable FormatDescription firstFormat() throws IOException {
    return openFirst() && readFormat() ? format : null;
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      open.close();
      open = null;
    }
  }
}

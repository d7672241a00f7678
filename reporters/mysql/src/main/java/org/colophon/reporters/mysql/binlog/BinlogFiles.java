package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.FileKey;

/**
 * Which file of a binary log is open, and which comes next: through rotation, purging, and
 * beginning anew. Belongs to one thread.
 */
final class BinlogFiles implements AutoCloseable {
  private final FileOpener opener;
  private final BinlogIndex index;
  private BinlogFile open;
  private FormatDescription format;

  BinlogFiles(Path log, FileOpener opener) {
    this.opener = opener;
    this.index = new BinlogIndex(log, opener);
  }

  /** The file that is read, null as long as there is none. */
  BinlogFile open() {
    return open;
  }

  boolean openFirst() throws IOException {
    List<Path> files = index.files();
    return !files.isEmpty() && open(files.get(0));
  }

  /** Opens the file of a name, whatever folder the log is in now; whether it is there. */
  boolean openNamed(String name) throws IOException {
    for (Path path : index.files()) {
      if (path.getFileName().toString().equals(name)) {
        return open(path);
      }
    }
    return false;
  }

  /** Opens what comes after a file that is gone. */
  boolean openAfter(String name) throws IOException {
    Path next = after(index.files(), Path.of(name));
    return next != null && open(next);
  }

  /** The first with a higher number; the first of all if the log was begun anew. */
  private static Path after(List<Path> files, Path gone) {
    for (Path path : files) {
      if (BinlogIndex.number(path) > BinlogIndex.number(gone)) {
        return path;
      }
    }
    return files.isEmpty() ? null : files.get(0);
  }

  /** Whether the server has gone on in another file, and writes to this one no more. */
  boolean hasNext() throws IOException {
    return next() != null;
  }

  /** Opens the file that the server has gone on in; whether that could be done yet. */
  boolean openNext() throws IOException {
    Path next = next();
    return next != null && open(next);
  }

  private Path next() throws IOException {
    List<Path> files = index.files();
    for (int i = 0; i < files.size(); i++) {
      if (files.get(i).getFileName().equals(open.path().getFileName())) {
        FileKey key = FileKey.of(files.get(i));
        if (key != null && !key.equals(open.key())) {
          return files.get(i);
        }
        return i + 1 < files.size() ? files.get(i + 1) : null;
      }
    }
    return after(files, open.path());
  }

  /** Whether files that lay between were purged before they were read. */
  boolean isAfterPurge(String before) {
    return BinlogIndex.number(open.path()) > BinlogIndex.number(Path.of(before)) + 1;
  }

  private boolean open(Path path) throws IOException {
    try {
      BinlogFile next = BinlogFile.open(path, opener);
      if (next.size() < BinlogFile.START) {
        // Created just now.
        next.close();
        return false;
      }
      close();
      open = next;
      format = null;
    } catch (NoSuchFileException e) {
      // Purged since the index was read, or not there yet.
      return false;
    }
    if (!BinlogFile.isOne(path, opener)) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT,
          path
              + " is no file of a binary log; binlog= wants the index of one, such as"
              + " /var/lib/mysql/binlog.index, or its first file to read");
    }
    return true;
  }

  /** Whether it is known how the file is written. */
  boolean readFormat() throws IOException {
    if (format == null) {
      try {
        format = format(open);
      } catch (BadEventException e) {
        throw new ColophonException(
            ErrorCode.BAD_INPUT, open.path() + " cannot be read: " + e.getMessage(), e);
      }
      open.setChecksums(format != null && format.hasChecksums());
    }
    return format != null;
  }

  private static FormatDescription format(BinlogFile of) throws IOException, BadEventException {
    EventHead head = of.head(BinlogFile.START);
    if (head == null || !of.isWhole(head)) {
      return null;
    }
    if (head.type() != EventType.FORMAT_DESCRIPTION) {
      throw new BadEventException("its first event does not say how it is written");
    }
    return FormatDescription.read(of.format(head));
  }

  /** Whether the file begins with a start of the server. */
  boolean isServerStart() {
    return format != null && format.isStart();
  }

  /** Who writes the log; null as long as there is none. */
  BinlogHead head() throws IOException {
    if (open == null && !openFirst()) {
      return null;
    }
    return readFormat() ? new BinlogHead(format.isMariaDb(), format.version()) : null;
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      open.close();
      open = null;
    }
  }
}

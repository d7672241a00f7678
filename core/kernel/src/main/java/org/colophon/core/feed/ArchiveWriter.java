// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.feed;

import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.journal.format.CanonicalFrame;
import org.jspecify.annotations.Nullable;

/**
 * Writes the next file of an archive. The file grows as {@code next.partial}, and is forced to disk
 * and renamed when it is sealed. One thread.
 */
final class ArchiveWriter implements Closeable {
  private static final String PARTIAL = "next.partial";

  private final Path directory;
  private @Nullable OutputStream out;
  private long afterLsn;
  private long lastLsn;
  private long bytes;
  private long begunNanos;

  ArchiveWriter(Archive archive) {
    this.directory = archive.directory();
    try {
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
    } catch (IOException e) {
      throw StoreDirectory.failed("create", directory, e);
    }
  }

  void append(CanonicalFrame frame) {
    try {
      if (out == null) {
        Path partial = directory.resolve(PARTIAL);
        Files.deleteIfExists(partial);
        Files.createFile(partial, PrivateFiles.FILE);
        out =
            new BufferedOutputStream(new ZstdOutputStream(Files.newOutputStream(partial)), 1 << 16);
        afterLsn = frame.afterLsn();
        bytes = 0;
        begunNanos = System.nanoTime();
      }
      FeedFormat.write(frame, 0, out);
      lastLsn = frame.lastLsn();
      bytes += FeedFormat.bytes(frame);
    } catch (IOException e) {
      throw StoreDirectory.failed("write", directory.resolve(PARTIAL), e);
    }
  }

  /** Returns the size of the unsealed file in bytes, before compression. */
  long bytes() {
    return out == null ? 0 : bytes;
  }

  long ageNanos() {
    return out == null ? 0 : System.nanoTime() - begunNanos;
  }

  /** Completes the file. Returns its last LSN. */
  long seal() {
    Path partial = directory.resolve(PARTIAL);
    try {
      if (out != null) {
        out.close();
        PrivateFiles.force(partial);
        Files.move(
            partial,
            directory.resolve(Archive.name(afterLsn, lastLsn)),
            StandardCopyOption.ATOMIC_MOVE);
        PrivateFiles.force(directory);
        out = null;
      }
      return lastLsn;
    } catch (IOException e) {
      throw StoreDirectory.failed("complete", partial, e);
    }
  }

  /** Closes an unsealed file, which is written again later. */
  @Override
  public void close() {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException e) {
      throw StoreDirectory.failed("close", directory.resolve(PARTIAL), e);
    }
    out = null;
  }
}

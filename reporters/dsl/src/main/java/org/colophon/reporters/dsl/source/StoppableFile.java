// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.colophon.core.spi.reporter.FileOpener;
import org.jspecify.annotations.Nullable;

/**
 * A file that one thread opens and reads. Any thread may stop it, even while it is being opened.
 * Opening a named pipe waits for a writer and cannot be interrupted, so a separate thread opens the
 * file.
 */
public final class StoppableFile {
  private static final long RELEASE_MILLIS = 1_000;

  private final Path file;

  /** Completed with null if the stop came before the file was open. */
  private final CompletableFuture<FileChannel> opened = new CompletableFuture<>();

  private volatile boolean isStopped;

  public StoppableFile(Path file) {
    this.file = file;
  }

  public boolean isStopped() {
    return isStopped;
  }

  /**
   * Opens the file for reading; the caller closes it. Returns null if {@link #stop} was called
   * before.
   */
  public FileChannel open(FileOpener files) throws IOException {
    boolean isPipe = Files.readAttributes(file, BasicFileAttributes.class).isOther();
    if (!isPipe) {
      complete(files);
      return result();
    }
    Thread opener = new Thread(() -> complete(files), "colophon-open");
    opener.setDaemon(true);
    opener.start();
    FileChannel channel = result();
    if (channel == null) {
      release(opener, files);
    }
    return channel;
  }

  private void complete(FileOpener files) {
    try {
      FileChannel channel = files.open(file);
      if (!opened.complete(channel)) {
        closeQuietly(channel);
      }
    } catch (IOException | RuntimeException e) {
      opened.completeExceptionally(e);
    }
  }

  private FileChannel result() throws IOException {
    try {
      return opened.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof IOException refused ? refused : new IOException(e.getCause());
    }
  }

  /** Opens the pipe for writing, so that the thread that opens it for reading stops waiting. */
  private void release(Thread opener, FileOpener files) {
    FileChannel both = null;
    try {
      both = files.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      opener.join(RELEASE_MILLIS);
    } catch (IOException e) {
      // Writing is not allowed. The thread keeps waiting, and closes the file when it opens.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closeQuietly(both);
    }
  }

  /** Ends {@link #open} and all reads of its result; does not wait. */
  public void stop() {
    isStopped = true;
    if (!opened.complete(null) && !opened.isCompletedExceptionally()) {
      closeQuietly(opened.join());
    }
  }

  static void closeQuietly(@Nullable Closeable channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // Nothing is lost, because the file was opened for reading. The reader notices that it is
        // closed.
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.inspect.content.SpooledContent;
import org.colophon.core.model.encoding.FileState;

/**
 * Old content of files that are being written, kept while it is needed. Any thread.
 *
 * <p>Its files lie in one directory, readable only by their owner, and are deleted after use. After
 * a crash, the next store in that directory deletes them. Each directory has one store.
 */
public final class PreImageStore implements AutoCloseable {
  private static final String SUFFIX = ".before";

  private final PreImageConfig config;
  private final FileCloner cloner;
  private final ConcurrentHashMap<FileKey, WatchedFile> watched = new ConcurrentHashMap<>();
  private final AtomicLong keptBytes = new AtomicLong();
  private final AtomicLong lastFile = new AtomicLong();
  private final LongAdder copies = new LongAdder();
  private final LongAdder clones = new LongAdder();
  private final LongAdder losses = new LongAdder();

  public PreImageStore(PreImageConfig config, FileCloner cloner) {
    this.config = config;
    this.cloner = cloner;
    try {
      Files.createDirectories(config.directory(), PrivateFiles.DIRECTORY);
      clean();
    } catch (IOException e) {
      throw IoFailure.of("keep old content in", config.directory(), e);
    }
  }

  private void clean() throws IOException {
    try (Stream<Path> files = Files.list(config.directory())) {
      for (Path each : files.filter(PreImageStore::isOwn).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  private static boolean isOwn(Path file) {
    return file.toString().endsWith(SUFFIX) || SpooledContent.isSpooled(file);
  }

  /**
   * Starts watching a file before a write. Opens it for reading if it is not watched yet. Copies
   * nothing.
   *
   * @param openable a path to this file, such as {@code /proc/self/fd/7}. It must stay valid while
   *     watching, as copying uses it again.
   * @param isNew true if this opening created the file, so that it has no old content.
   * @throws IOException if the file is unreadable; call {@link #countLoss} after the last attempt.
   */
  public WatchedFile watch(FileKey key, Path openable, boolean isNew) throws IOException {
    IOException[] failure = new IOException[1];
    WatchedFile file =
        watched.compute(key, (k, known) -> join(known, key, openable, isNew, failure));
    if (failure[0] != null) {
      throw failure[0];
    }
    return file;
  }

  /** Counts a change that could not be watched. Called once, after the last attempt. */
  public void countLoss() {
    losses.increment();
  }

  /**
   * Announces a change from an offset on by a writer that is excluded from inspection. Keeps the
   * needed old content and attributes the new content to no change.
   *
   * @param openable a current path to this file, as the paths of watchers may have become invalid.
   * @return the file to call {@link WatchedFile#endChange} on, or null if its content is not
   *     needed.
   */
  public WatchedFile beginUnseen(FileKey key, Path openable, long offset) {
    WatchedFile file = watched.computeIfPresent(key, (k, known) -> known.retain(openable));
    if (file != null) {
      file.beginUnseen(offset); // copies without holding the lock of the map
    }
    return file;
  }

  private WatchedFile join(
      WatchedFile existing, FileKey key, Path openable, boolean isNew, IOException[] failure) {
    try {
      WatchedFile file =
          existing != null
              ? existing
              : new WatchedFile(
                  this, key, openable, new RandomAccessFile(openable.toFile(), "r"), isNew);
      file.join(openable);
      return file;
    } catch (IOException e) {
      failure[0] = e;
      return existing;
    }
  }

  /** Removes a file if a check allows it. The check runs under the lock of the map. */
  void removeIf(WatchedFile file, BooleanSupplier isForgettable) {
    watched.compute(
        file.key(),
        (key, known) -> {
          boolean isOver = isForgettable.getAsBoolean();
          if (!isOver || known != file) {
            return known; // another entry: this file was removed before
          }
          file.forget();
          return null;
        });
  }

  Path directory() {
    return config.directory();
  }

  /**
   * Copies the present content of a file.
   *
   * @throws IOException if it is not a regular file, is unreadable, exceeds a limit, or changes
   *     meanwhile
   */
  public CopiedContent copy(Path file) throws IOException {
    FileState state = FileState.read(file);
    if (state == null) {
      throw new IOException("it is not a regular file");
    }
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      PositionalRead read = (into, position) -> in.read(into, position);
      KeptCopy copy = copy(file, in, read, state.size());
      CopiedContent content = new CopiedContent(copy, state, config.directory());
      if (!state.equals(FileState.read(file))) {
        content.close();
        throw new IOException("it was changed while it was copied");
      }
      return content;
    }
  }

  /** Reads at a position; returns -1 at the end. */
  private interface PositionalRead {
    int read(ByteBuffer into, long position) throws IOException;
  }

  /**
   * Copies the beginning of a file.
   *
   * @throws IOException if it cannot be kept; the message gives the reason
   */
  KeptCopy copy(Path openable, RandomAccessFile from, long sizeBytes) throws IOException {
    PositionalRead read = (into, position) -> LiveFile.read(from, into, position);
    return copy(openable, from.getChannel(), read, sizeBytes);
  }

  private KeptCopy copy(Path openable, FileChannel from, PositionalRead read, long sizeBytes)
      throws IOException {
    try {
      reserve(sizeBytes);
    } catch (IOException e) {
      losses.increment();
      throw e;
    }
    try {
      KeptCopy copy =
          sizeBytes <= config.inMemoryBytes()
              ? KeptCopy.inMemory(inMemory(read, (int) sizeBytes), this::refund)
              : inFile(openable, from, sizeBytes);
      copies.increment();
      return copy;
    } catch (IOException | RuntimeException e) {
      refund(sizeBytes);
      losses.increment();
      throw new IOException("the old content could not be kept: " + e.getMessage(), e);
    }
  }

  private void reserve(long sizeBytes) throws IOException {
    if (sizeBytes > config.maxFileBytes()) {
      throw new IOException(
          "the old content of %d bytes was not kept: more than %d"
              .formatted(sizeBytes, config.maxFileBytes()));
    }
    if (keptBytes.addAndGet(sizeBytes) > config.budgetBytes()) {
      refund(sizeBytes);
      throw new IOException(
          "the old content of %d bytes was not kept: the limit of all old content is %d"
              .formatted(sizeBytes, config.budgetBytes()));
    }
  }

  private void refund(long sizeBytes) {
    keptBytes.addAndGet(-sizeBytes);
  }

  private static byte[] inMemory(PositionalRead from, int sizeBytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(sizeBytes);
    while (buffer.hasRemaining()) {
      if (from.read(buffer, buffer.position()) < 0) {
        throw new IOException("the file became shorter meanwhile");
      }
    }
    return buffer.array();
  }

  private KeptCopy inFile(Path openable, FileChannel from, long sizeBytes) throws IOException {
    Path to = config.directory().resolve(lastFile.incrementAndGet() + SUFFIX);
    try (FileChannel out = PrivateFiles.open(to, StandardOpenOption.CREATE_NEW)) {
      if (isCloned(openable, to)) {
        clones.increment();
      } else {
        transfer(from, out, sizeBytes);
      }
      return KeptCopy.inFile(to, sizeBytes, this::refund);
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(to);
      throw e;
    }
  }

  /** Tries to clone a file. If the cloner fails, the file is copied. */
  private boolean isCloned(Path openable, Path to) {
    try {
      return cloner.cloneFile(openable, to);
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static void transfer(FileChannel in, FileChannel out, long sizeBytes) throws IOException {
    long done = 0;
    while (done < sizeBytes) {
      long count = in.transferTo(done, sizeBytes - done, out);
      if (count <= 0) {
        throw new IOException("the file became shorter meanwhile");
      }
      done += count;
    }
  }

  /** Returns counts of copies and of content that is kept now. */
  public Counts counts() {
    return new Counts(watched.size(), keptBytes.get(), copies.sum(), clones.sum(), losses.sum());
  }

  /** Deletes all copies. Watching must have ended. Remaining contents become unreadable. */
  @Override
  public void close() {
    try {
      clean();
    } catch (IOException e) {
      throw IoFailure.of("empty", config.directory(), e);
    }
  }

  /**
   * Counts of a store.
   *
   * @param watchedFiles files watched now.
   * @param keptBytes size of old content now.
   * @param copies made so far, clones included.
   * @param clones copies that share blocks.
   * @param losses old contents that could not be kept, and files that could not be opened.
   */
  public record Counts(int watchedFiles, long keptBytes, long copies, long clones, long losses) {
    /** Returns all counts under the names of a reporter's counters. */
    public Map<String, Long> byName() {
      return Map.of(
          "filesWatched", (long) watchedFiles,
          "bytesKept", keptBytes,
          "filesCopied", copies,
          "filesCloned", clones,
          "contentsLost", losses);
    }
  }
}

package org.colophon.core.inspect.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.inspect.content.SpooledContent;

/**
 * The old content of files that are being written, as far as it is still wanted. Any thread.
 *
 * <p>Its own files lie in one folder, readable by their owner alone, and are deleted when nobody
 * wants them any more, or by the next store in that folder after a crash. One store a folder.
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
      Files.createDirectories(
          config.folder(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      clean();
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot keep old content in " + config.folder() + ": " + e, e);
    }
  }

  private void clean() throws IOException {
    try (Stream<Path> files = Files.list(config.folder())) {
      for (Path each : files.filter(PreImageStore::isOwn).toList()) {
        Files.deleteIfExists(each);
      }
    }
  }

  private static boolean isOwn(Path file) {
    return file.toString().endsWith(SUFFIX) || SpooledContent.isSpooled(file);
  }

  /**
   * Begins to watch a file that is about to be written. Opens it for reading if nobody watches it
   * yet; copies nothing.
   *
   * @param openable a path that leads to this very file now, such as {@code /proc/self/fd/7}; used
   *     again when a copy is made, so it holds as long as the watch
   * @param isNew whether the file was made by this opening, so that there is no old content
   * @throws IOException if it cannot be read; {@link #missed} says that nobody tries again
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

  /** Who watches in vain says so once for each change, however often it was tried. */
  public void missed() {
    losses.increment();
  }

  /**
   * Somebody is about to change content from an offset on whose doings are not for those who watch:
   * what is still wanted of the old content is kept, and what is changed is no part of any change.
   *
   * @param openable a path that leads to this very file now: those of who watched it may have ended
   * @return whom to tell by {@link WatchedFile#endChange} when it is done; null if nobody wants
   *     what the file holds
   */
  public WatchedFile beginUnseen(FileKey key, Path openable, long offset) {
    WatchedFile file = watched.computeIfPresent(key, (k, known) -> known.hold(openable));
    if (file != null) {
      file.beginUnseen(offset); // the lock of the map is not held while something is copied
    }
    return file;
  }

  private WatchedFile join(
      WatchedFile known, FileKey key, Path openable, boolean isNew, IOException[] failure) {
    try {
      WatchedFile file =
          known != null
              ? known
              : new WatchedFile(
                  this, key, openable, new RandomAccessFile(openable.toFile(), "r"), isNew);
      file.join(openable);
      return file;
    } catch (IOException e) {
      failure[0] = e;
      return known;
    }
  }

  /** Does something that may make a file of no more interest. */
  void leave(WatchedFile file, BooleanSupplier isForgettable) {
    watched.compute(
        file.key(),
        (key, known) -> {
          boolean isOver = isForgettable.getAsBoolean();
          if (!isOver || known != file) {
            return known; // if it is another one, this one was forgotten before
          }
          file.forget();
          return null;
        });
  }

  Path folder() {
    return config.folder();
  }

  /**
   * Copies the beginning of a file.
   *
   * @throws IOException if it cannot be kept; the message says why
   */
  KeptCopy copy(Path openable, RandomAccessFile from, long sizeBytes) throws IOException {
    try {
      reserve(sizeBytes);
    } catch (IOException e) {
      losses.increment();
      throw e;
    }
    try {
      KeptCopy copy =
          sizeBytes <= config.inMemoryBytes()
              ? KeptCopy.inMemory(inMemory(from, (int) sizeBytes), this::refund)
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
          "the old content of %d bytes was not kept: all that is kept may have %d"
              .formatted(sizeBytes, config.budgetBytes()));
    }
  }

  private void refund(long sizeBytes) {
    keptBytes.addAndGet(-sizeBytes);
  }

  private static byte[] inMemory(RandomAccessFile from, int sizeBytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(sizeBytes);
    while (buffer.hasRemaining()) {
      LiveFile.read(from, buffer, buffer.position());
    }
    return buffer.array();
  }

  private KeptCopy inFile(Path openable, RandomAccessFile from, long sizeBytes) throws IOException {
    Path to = config.folder().resolve(lastFile.incrementAndGet() + SUFFIX);
    try (FileChannel out =
        FileChannel.open(
            to,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(
                Set.copyOf(PosixFilePermissions.fromString("rw-------"))))) {
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

  /** A cloner that fails is no reason not to copy. */
  private boolean isCloned(Path openable, Path to) {
    try {
      return cloner.cloneFile(openable, to);
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private static void transfer(RandomAccessFile from, FileChannel out, long sizeBytes)
      throws IOException {
    FileChannel in = from.getChannel();
    long done = 0;
    while (done < sizeBytes) {
      long count = in.transferTo(done, sizeBytes - done, out);
      if (count <= 0) {
        throw new IOException("the file became shorter meanwhile");
      }
      done += count;
    }
  }

  /** What it did so far, and what it keeps now. */
  public Counts counts() {
    return new Counts(watched.size(), keptBytes.get(), copies.sum(), clones.sum(), losses.sum());
  }

  /** Deletes all copies. Nobody watches any more, and what is still asked for cannot be read. */
  @Override
  public void close() {
    try {
      clean();
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot empty " + config.folder() + ": " + e, e);
    }
  }

  /**
   * What a store did.
   *
   * @param watchedFiles now
   * @param keptBytes of old content, now
   * @param copies made so far, clones included
   * @param clones copies that share blocks
   * @param losses old contents that could not be kept, and files that could not be opened
   */
  public record Counts(int watchedFiles, long keptBytes, long copies, long clones, long losses) {
    /** All of them, under the names that a reporter's counters have. */
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

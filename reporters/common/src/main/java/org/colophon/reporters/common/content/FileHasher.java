// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.commons.codec.digest.DigestUtils;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.SharedLibc;
import org.jspecify.annotations.Nullable;

/**
 * Computes the digests of regular files in one pass. Returns no digest if the file may have changed
 * meanwhile. Any thread.
 *
 * <p>A change that follows another one within a tick of the kernel's clock leaves the times as they
 * are. So a file is read after the tick of its last change has ended.
 */
public final class FileHasher {
  /** Maximum delay of file times in Linux. */
  public static final long CLOCK_TICK_NANOS = 10_000_000L;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long COARSE_NANOS = 2 * SECOND_NANOS;

  private final Opener opener;
  private final Verity verity;

  /** Opens a file for reading. */
  public interface Opener {
    ReadableByteChannel open(Path file) throws IOException;
  }

  /** Reads digests that the file system itself keeps. */
  @FunctionalInterface
  public interface Verity {
    /** Returns the digest of a file in lower-case hexadecimal; null if it has none. */
    @Nullable String measure(Path file);
  }

  /** Creates a hasher that knows nothing of fs-verity. */
  public FileHasher() {
    this(FileHasher::open, file -> null);
  }

  /** Creates a hasher that opens files in another way. */
  public FileHasher(Opener opener, Verity verity) {
    this.opener = opener;
    this.verity = verity;
  }

  /** Creates a hasher that also reads digests of fs-verity. */
  public static FileHasher withVerity() {
    return new FileHasher(FileHasher::open, file -> new FsVerity(SharedLibc.get()).measure(file));
  }

  private static ReadableByteChannel open(Path file) throws IOException {
    return Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  /** Attaches digests to an object, and binds the name of the content to it. */
  public static void attach(OperationSink sink, long object, FileDigest digest, long nowNanos) {
    sink.extend(0, object, FileDigest.TYPE, digest.bytes(), nowNanos);
    if (digest.size() > 0 && !sink.isBound(digest.name(), object)) {
      sink.bind(0, digest.name(), object, nowNanos);
    }
  }

  /** Returns the state of a file; null unless it is a regular one that is accessible. */
  public static @Nullable FileState state(Path file) {
    try {
      return FileState.read(file);
    } catch (IOException e) {
      return null; // deleted, or not accessible
    }
  }

  /** Returns the nanoseconds since 1970. */
  public static long nowNanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * SECOND_NANOS + now.getNano();
  }

  /**
   * Returns the digests of a file whose state is known since this call.
   *
   * @param state the file's state before and after it is read
   * @return null if the file is unreadable or changes, or if it may have changed unseen
   */
  public @Nullable FileDigest digest(Path file, FileState state) {
    return digest(file, state, nowNanos());
  }

  /**
   * Returns the digests of a file. Some file systems and images keep whole seconds only. Then a
   * change within the second of the last one, or two seconds of FAT, leaves the times as they are.
   * Such a file has digests only if its state is known since a later second.
   *
   * @param state the file's state before and after it is read
   * @param knownSinceNanos the earliest time at which this state was read
   * @return null if the file is unreadable or changes, or if it may have changed unseen
   */
  public @Nullable FileDigest digest(Path file, FileState state, long knownSinceNanos) {
    if (mayHideChange(state, knownSinceNanos)
        || !awaitTick(state.changedNanos())
        || !state.equals(state(file))) {
      return null;
    }
    try (ReadableByteChannel content = opener.open(file)) {
      FileDigest digest = read(content, state.size(), verity.measure(file));
      return state.equals(state(file)) ? digest : null;
    } catch (IOException e) {
      return null; // deleted, or not readable
    }
  }

  /** Returns whether a change after the state was known may have left its times as they are. */
  static boolean mayHideChange(FileState state, long knownSinceNanos) {
    boolean isCoarse = state.changedNanos() % SECOND_NANOS == 0;
    return isCoarse && state.changedNanos() + COARSE_NANOS > knownSinceNanos;
  }

  /** Waits until later changes have later times. Returns false if the time is in the future. */
  private static boolean awaitTick(long changedNanos) {
    long left = changedNanos + CLOCK_TICK_NANOS - nowNanos();
    if (left > CLOCK_TICK_NANOS) {
      return false;
    }
    long end = System.nanoTime() + left;
    while (end - System.nanoTime() > 0) {
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(end - System.nanoTime());
    }
    return true;
  }

  private static @Nullable FileDigest read(
      ReadableByteChannel content, long size, @Nullable String fsVerity) throws IOException {
    MessageDigest sha256 = DigestUtils.getSha256Digest();
    MessageDigest git = DigestUtils.getSha1Digest();
    git.update(("blob " + size + "\0").getBytes(StandardCharsets.US_ASCII));
    ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(BUFFER_BYTES, size + 1));
    long count = 0;
    for (int read = content.read(buffer); read >= 0 && count <= size; read = content.read(buffer)) {
      sha256.update(buffer.array(), 0, read);
      git.update(buffer.array(), 0, read);
      count += read;
      buffer.clear();
    }
    HexFormat hex = HexFormat.of();
    return count == size
        ? new FileDigest(
            hex.formatHex(sha256.digest()), hex.formatHex(git.digest()), size, fsVerity)
        : null;
  }
}

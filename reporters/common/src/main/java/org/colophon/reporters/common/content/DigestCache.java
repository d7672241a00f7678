// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;

/**
 * Cache of digests by the states of files. The cache is only an aid: a damaged or full file is
 * started again, and a cache that another user can change is neither read nor written. Any thread.
 *
 * <pre>
 *   magic   8 bytes
 *   record  device, inode, size, modified and changed times (8 bytes each), SHA-256 (32 bytes),
 *           git id (20 bytes), CRC-32 of the record before it (4 bytes)
 *   ...
 * </pre>
 */
public final class DigestCache {
  private static final byte[] MAGIC = {'C', 'O', 'L', 'D', 'I', 'G', '0', '1'};
  private static final int SHA256_BYTES = 32;
  private static final int GIT_BYTES = 20;
  private static final int BODY_BYTES = 5 * Long.BYTES + SHA256_BYTES + GIT_BYTES;
  static final int RECORD_BYTES = BODY_BYTES + Integer.BYTES;

  /** Maximum size. A larger file is started again. */
  private static final long MAX_BYTES = 32L << 20;

  /** Minimum age of the last change. A younger file may change again and keep its times. */
  static final long RACY_NANOS = 2_000_000_000L;

  private static final int WRITABLE_BY_OTHERS = 022;
  private static final HexFormat HEX = HexFormat.of();

  private final Path directory;
  private final Path file;

  /**
   * Constructs a cache. Its file is created when it is needed.
   *
   * @param directory the user's cache directory of this program
   */
  public DigestCache(Path directory) {
    this.directory = directory;
    this.file = directory.resolve("digests");
  }

  /** Returns the digests of those files that the cache knows. */
  public Map<FileState, FileDigest> find(Set<FileState> wanted) {
    if (wanted.isEmpty() || !isOwn()) {
      return Map.of();
    }
    try {
      byte[] content = Files.readAllBytes(file);
      return isIntact(content) ? find(wanted, ByteBuffer.wrap(content)) : Map.of();
    } catch (IOException e) {
      return Map.of();
    }
  }

  private static Map<FileState, FileDigest> find(Set<FileState> wanted, ByteBuffer content) {
    Map<FileState, FileDigest> found = new HashMap<>();
    for (int at = MAGIC.length; at < content.limit(); at += RECORD_BYTES) {
      content.position(at);
      FileState state =
          new FileState(
              content.getLong(),
              content.getLong(),
              content.getLong(),
              content.getLong(),
              content.getLong());
      if (wanted.contains(state)) {
        String sha256 = hex(content, SHA256_BYTES);
        found.put(state, new FileDigest(sha256, hex(content, GIT_BYTES), state.size()));
      }
    }
    return found;
  }

  private static String hex(ByteBuffer content, int length) {
    byte[] bytes = new byte[length];
    content.get(bytes);
    return HEX.formatHex(bytes);
  }

  private static boolean isIntact(byte[] content) {
    int length = content.length - MAGIC.length;
    if (length < 0 || length % RECORD_BYTES != 0) {
      return false;
    }
    ByteBuffer numbers = ByteBuffer.wrap(content);
    for (int at = MAGIC.length; at < content.length; at += RECORD_BYTES) {
      if (numbers.getInt(at + BODY_BYTES) != checksum(content, at)) {
        return false;
      }
    }
    return Arrays.equals(content, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** Adds digests, except those of fs-verity and of files that changed a moment before. */
  public void add(Map<FileState, FileDigest> digests) {
    long racyNanos = FileHasher.nowNanos() - RACY_NANOS;
    ByteBuffer records = ByteBuffer.allocate(Math.multiplyExact(digests.size(), RECORD_BYTES));
    digests.forEach(
        (state, digest) -> {
          boolean isRacy = Math.max(state.modifiedNanos(), state.changedNanos()) >= racyNanos;
          if (!isRacy && digest.fsVerity() == null) {
            records.put(record(state, digest));
          }
        });
    records.flip();
    if (records.hasRemaining() && isOwnDirectory()) {
      append(records);
    }
  }

  private static byte[] record(FileState state, FileDigest digest) {
    ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
    record.putLong(state.device()).putLong(state.inode()).putLong(state.size());
    record.putLong(state.modifiedNanos()).putLong(state.changedNanos());
    record.put(HEX.parseHex(digest.sha256())).put(HEX.parseHex(digest.git()));
    return record.putInt(checksum(record.array(), 0)).array();
  }

  private static int checksum(byte[] bytes, int from) {
    CRC32 sum = new CRC32();
    sum.update(bytes, from, BODY_BYTES);
    return (int) sum.getValue();
  }

  private void append(ByteBuffer records) {
    try (FileChannel channel =
            FileChannel.open(
                file,
                Set.of(
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(
                    PosixFilePermissions.fromString("rw-------")));
        FileLock lock = channel.lock()) {
      if (lock.isValid() && isOwn()) {
        append(channel, records);
      }
    } catch (IOException | OverlappingFileLockException e) {
      // The next trace computes the digests again.
    }
  }

  private void append(FileChannel channel, ByteBuffer records) throws IOException {
    boolean isFull = channel.size() + records.remaining() > MAX_BYTES;
    if (isFull || !isIntact(Files.readAllBytes(file))) {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(MAGIC));
    }
    channel.position(channel.size());
    while (records.hasRemaining()) {
      channel.write(records);
    }
  }

  private boolean isOwn() {
    return isOwn(file);
  }

  private boolean isOwnDirectory() {
    try {
      Files.createDirectories(
          directory,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      return false;
    }
    return isOwn(directory);
  }

  /** Returns whether a file belongs to this user, and no other user can change it. */
  private static boolean isOwn(Path path) {
    try {
      Object user = Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS);
      int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
      return user.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))
          && (mode & WRITABLE_BY_OTHERS) == 0;
    } catch (IOException e) {
      return false;
    }
  }
}

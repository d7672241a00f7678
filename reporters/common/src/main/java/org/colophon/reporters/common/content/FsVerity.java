// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.content;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.reporters.common.CoreLibc;
import org.colophon.reporters.common.os.Flags;
import org.jspecify.annotations.Nullable;

/**
 * Reads digests of fs-verity, which Linux checks at each read of such a file. The digest is the
 * root of a Merkle tree, so it differs from the SHA-256 of the content. Any thread.
 */
final class FsVerity implements FileHasher.Verity {
  /** {@code FS_IOC_MEASURE_VERITY}. */
  private static final long MEASURE = 0xc0046686L;

  private static final int SHA256 = 1;
  private static final int SHA512 = 2;

  /** Offsets in {@code struct fsverity_digest}. */
  private static final int ALGORITHM = 0;

  private static final int SIZE = 2;
  private static final int DIGEST = 4;

  private static final int MAX_DIGEST_BYTES = 64;

  private final CoreLibc libc;

  FsVerity(CoreLibc libc) {
    this.libc = libc;
  }

  @Override
  public @Nullable String measure(Path file) {
    Bytes path = PathBytes.of(file);
    int flags = Flags.O_NOFOLLOW | Flags.O_NONBLOCK | Flags.O_CLOEXEC;
    int fd = libc.open(Arrays.copyOf(path.toArray(), path.length() + 1), flags, 0);
    if (fd < 0) {
      return null;
    }
    try {
      byte[] answer = new byte[DIGEST + MAX_DIGEST_BYTES];
      fields(answer).putShort(SIZE, (short) MAX_DIGEST_BYTES);
      return libc.ioctl(fd, MEASURE, answer) < 0 ? null : digest(answer);
    } finally {
      libc.close(fd);
    }
  }

  private static ByteBuffer fields(byte[] structure) {
    return ByteBuffer.wrap(structure).order(ByteOrder.nativeOrder());
  }

  /** Returns the digest; null if the algorithm is unknown. */
  private static @Nullable String digest(byte[] answer) {
    int size =
        switch (fields(answer).getShort(ALGORITHM)) {
          case SHA256 -> MAX_DIGEST_BYTES / 2;
          case SHA512 -> MAX_DIGEST_BYTES;
          default -> 0;
        };
    return size > 0 && fields(answer).getShort(SIZE) == size
        ? HexFormat.of().formatHex(answer, DIGEST, DIGEST + size)
        : null;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.reporters.common.CoreLibc;
import org.colophon.reporters.common.SharedLibc;
import org.jspecify.annotations.Nullable;

/**
 * Reads the status of files with statx(2), because Java before 22 may not know birth times. One
 * thread.
 */
public final class StatusReader {
  private static final int AT_FDCWD = -100;
  private static final int NOFOLLOW = 0x100;
  private static final int STATX_BYTES = 256;
  private static final int STATFS_BYTES = 120;
  private static final int FILE_SYSTEM_ID = 56;
  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;
  private static final int FIFO = 0010000;

  private final CoreLibc libc = SharedLibc.get();
  private final byte[] status = new byte[STATX_BYTES];
  private final FileStatus fields =
      new FileStatus(new NativeBuffer(ByteBuffer.wrap(status).order(ByteOrder.nativeOrder()), 0));
  private final byte[] system = new byte[STATFS_BYTES];
  private final Map<Long, Long> systems = new HashMap<>();

  /**
   * Status of a file.
   *
   * @param links number of its hard links
   */
  public record Status(int mode, int links, FileState state, FileIdentity identity) {
    public boolean isRegular() {
      return (mode & TYPE) == REGULAR;
    }

    public boolean isFifo() {
      return (mode & TYPE) == FIFO;
    }
  }

  /** Returns the status of the file at a path, without following a link; null if unknown. */
  public @Nullable Status read(Bytes path) {
    byte[] text = Arrays.copyOf(path.toArray(), path.length() + 1);
    if (libc.statx(AT_FDCWD, text, NOFOLLOW, FileStatus.MASK, status) != 0) {
      return null;
    }
    long device = fields.device();
    FileState state =
        new FileState(
            device,
            fields.inode(),
            fields.size(),
            nanos(fields.modificationSeconds(), fields.modificationNanos()),
            nanos(fields.changeSeconds(), fields.changeNanos()));
    FileIdentity identity =
        new FileIdentity(fileSystem(device, text), fields.inode(), fields.birthNanos());
    return new Status(fields.mode() & 0xffff, fields.links(), state, identity);
  }

  private static long nanos(long seconds, int nanos) {
    return seconds * 1_000_000_000L + nanos;
  }

  /** Returns the id of a file system; its device number if it has none. */
  private long fileSystem(long device, byte[] path) {
    Long known = systems.get(device);
    if (known == null) {
      boolean isRead = libc.statfs(path, system) == 0;
      long id =
          isRead
              ? ByteBuffer.wrap(system).order(ByteOrder.nativeOrder()).getLong(FILE_SYSTEM_ID)
              : 0;
      known = id == 0 ? device : id;
      systems.put(device, known);
    }
    return known;
  }
}

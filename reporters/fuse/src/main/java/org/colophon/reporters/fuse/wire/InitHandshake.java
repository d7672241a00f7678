// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import java.util.function.BooleanSupplier;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Os;

/**
 * The INIT handshake. Requested features:
 *
 * <ul>
 *   <li>requests of 1 MiB; parallel reads, lookups and listings;
 *   <li>truncation as part of open, as one event;
 *   <li>the mode before the umask, so that default ACLs of the source apply instead of the umask;
 *   <li>a flag in each write that removes set-user-id, which saves a capability query per write;
 *   <li>a flag if setting an ACL removes set-group-id;
 *   <li>directory listings with statuses, if Linux chooses them;
 *   <li>shared mappings of files with direct I/O;
 *   <li>on request, pass-through of reads and writes to the file in the source, and requests
 *       through io_uring.
 * </ul>
 *
 * <p>The write-back cache is not requested, because it would hide the time and the process of a
 * write.
 */
final class InitHandshake {
  static final int MAX_WRITE = 1 << 20;

  private static final int MAJOR = 7;
  private static final int MINOR = 41;
  private static final int OLDEST_MINOR = 34;
  private static final int ASYNC_READ = 1;
  private static final int ATOMIC_TRUNCATE = 1 << 3;
  private static final int BIG_WRITES = 1 << 5;
  private static final int DONT_MASK = 1 << 6;
  private static final int AUTO_INVALIDATE = 1 << 12;
  private static final int READDIRPLUS_AUTO = 3 << 13;
  private static final int ASYNC_DIRECT_IO = 1 << 15;
  private static final int PARALLEL_DIRECTORIES = 1 << 18;
  private static final int POSIX_ACL = 1 << 20;
  private static final int MAX_PAGES = 1 << 22;
  private static final int CACHE_SYMLINKS = 1 << 23;
  private static final int HANDLE_KILLPRIV_V2 = 1 << 28;
  private static final int LONG_SET_ATTRIBUTE = 1 << 29;
  private static final int EXTENDED = 1 << 30;
  private static final int DIRECT_MAPPING = 1 << 4;
  private static final int PASS_THROUGH = 1 << 5;
  private static final int OVER_IO_URING = 1 << 9;

  /** The mount counts as one layer, so the source must not be stacked on other file systems. */
  private static final int STACK_DEPTH = 1;

  private static final int WANTED =
      ASYNC_READ
          | ATOMIC_TRUNCATE
          | BIG_WRITES
          | DONT_MASK
          | AUTO_INVALIDATE
          | READDIRPLUS_AUTO
          | ASYNC_DIRECT_IO
          | PARALLEL_DIRECTORIES
          | POSIX_ACL
          | MAX_PAGES
          | CACHE_SYMLINKS
          | HANDLE_KILLPRIV_V2
          | LONG_SET_ATTRIBUTE
          | EXTENDED;

  private InitHandshake() {}

  /**
   * Replies to the first request.
   *
   * @param wantsPassThrough whether files may be passed through
   * @param getsRings prepares for requests through io_uring if Linux offers that; returns whether
   *     that succeeded
   * @return whether Linux supports the wanted pass-through
   */
  static boolean agree(Os os, int fd, boolean wantsPassThrough, BooleanSupplier getsRings) {
    Frame frame = new Frame(os, Frame.PAGE * 4 + MAX_WRITE);
    int error = frame.receive(fd);
    while (error == -Errno.EINTR || error == -Errno.EAGAIN) {
      error = frame.receive(fd);
    }
    if (error < 0 || frame.opcode != Opcode.INIT) {
      throw ErrorCode.IO_FAILED.exception(
          "the kernel sent no FUSE handshake; unmount and try again: " + Errno.text(-error));
    }
    if (frame.argumentInt(0) != MAJOR || frame.argumentInt(4) < OLDEST_MINOR) {
      frame.reply(fd, -Errno.EIO);
      throw ErrorCode.TOOL_MISSING.exception(
          "this kernel supports FUSE %d.%d, but 7.34 is needed; use Linux 5.14 or later"
              .formatted(frame.argumentInt(0), frame.argumentInt(4)));
    }
    int offered = frame.argumentInt(12);
    int offeredMore = (offered & EXTENDED) != 0 ? frame.argumentInt(16) : 0;
    int more = offeredMore & (DIRECT_MAPPING | (wantsPassThrough ? PASS_THROUGH : 0));
    if ((offeredMore & OVER_IO_URING) != 0 && getsRings.getAsBoolean()) {
      more |= OVER_IO_URING; // from now on Linux waits for the rings
    }
    frame.reply(fd, answer(frame, offered & WANTED, more));
    return (more & PASS_THROUGH) != 0;
  }

  private static int answer(Frame frame, int features, int more) {
    frame.out.clear(Frame.BODY, 64);
    frame.bodyInt(0, MAJOR);
    frame.bodyInt(4, MINOR);
    frame.bodyInt(8, frame.argumentInt(8));
    frame.bodyInt(12, features);
    frame.out.putShort(Frame.BODY + 16, 64);
    frame.out.putShort(Frame.BODY + 18, 48);
    frame.bodyInt(20, MAX_WRITE);
    frame.bodyInt(24, 1);
    frame.out.putShort(Frame.BODY + 28, MAX_WRITE / Frame.PAGE);
    frame.bodyInt(32, more);
    frame.bodyInt(36, (more & PASS_THROUGH) != 0 ? STACK_DEPTH : 0);
    return 64;
  }
}

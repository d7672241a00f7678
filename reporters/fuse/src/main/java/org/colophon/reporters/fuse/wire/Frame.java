// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;

/**
 * Reusable memory of one request and its reply. Payloads are page-aligned, because O_DIRECT
 * requires it:
 *
 * <pre>
 * request  ... | header 40 | arguments 40 | payload (at a page) ...
 * answer   ... | header 16 | payload (at a page) ...
 * </pre>
 */
final class Frame {
  static final int HEADER = 40;
  static final int OUT_HEADER = 16;
  static final int PAGE = 4096;
  private static final int INVALIDATE_INODE = 2;

  /** Offset of a request. */
  static final int IN = PAGE - 80;

  /** Offset of a request's arguments. */
  static final int ARGUMENTS = IN + HEADER;

  /** Offsets of a reply and of its body. */
  static final int OUT = PAGE - OUT_HEADER;

  static final int BODY = PAGE;

  final NativeBuffer in;
  final NativeBuffer out;
  private final Os os;

  int opcode;
  long unique;
  long nodeId;

  /** Address of the data of a WRITE. */
  long data;

  Frame(Os os, int maxWrite) {
    this.os = os;
    in = os.buffer(PAGE + maxWrite + PAGE);
    out = os.buffer(PAGE + maxWrite + PAGE);
  }

  /** Waits for the next request; returns 0 or a negative error number. */
  int receive(int fd) {
    long count = os.libc.read(fd, in.address(IN), in.size() - IN);
    if (count < 0) {
      return -os.errno();
    }
    readHeader();
    data = in.address(ARGUMENTS + 40);
    return 0;
  }

  /** Reads the header of the request in {@link #in}. */
  void readHeader() {
    opcode = in.getInt(IN + 4);
    unique = in.getLong(IN + 8);
    nodeId = in.getLong(IN + 16);
  }

  int user() {
    return in.getInt(IN + 24);
  }

  int group() {
    return in.getInt(IN + 28);
  }

  int task() {
    return in.getInt(IN + 32);
  }

  int argumentInt(int offset) {
    return in.getInt(ARGUMENTS + offset);
  }

  long argumentLong(int offset) {
    return in.getLong(ARGUMENTS + offset);
  }

  void bodyInt(int offset, int value) {
    out.putInt(BODY + offset, value);
  }

  void bodyLong(int offset, long value) {
    out.putLong(BODY + offset, value);
  }

  /**
   * Sends the reply.
   *
   * @param result length of the body, or a negative error number
   */
  int reply(int fd, int result) {
    long count = os.libc.write(fd, out.address(writeHeader(result)), out.getInt(OUT));
    return count < 0 ? -os.errno() : 0;
  }

  /** Writes the header of the reply; returns its offset in {@link #out}. */
  int writeHeader(int result) {
    out.putInt(OUT, OUT_HEADER + Math.max(0, result));
    out.putInt(OUT + 4, Math.min(0, result));
    out.putLong(OUT + 8, unique);
    return OUT;
  }

  /** Invalidates the attributes of a node that Linux has cached. */
  void invalidate(int fd, long node) {
    NativeBuffer notice = os.buffer(OUT_HEADER + 24);
    notice.putInt(0, OUT_HEADER + 24);
    notice.putInt(4, INVALIDATE_INODE);
    notice.putLong(8, 0);
    notice.putLong(16, node);
    notice.putLong(24, -1);
    notice.putLong(32, 0);
    os.libc.write(fd, notice.address(), OUT_HEADER + 24);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.NativeBuffer;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.common.proc.ProcFiles;

/**
 * Receives requests of the programs on one processor through io_uring, one at a time. A reply is
 * sent by the call that waits for the next request. One thread, from {@link #start} on.
 *
 * <p>Linux writes to the shared memory only during this thread's calls (DEFER_TASKRUN). So the
 * accesses need no barriers.
 */
final class Ring implements AutoCloseable {
  private static final Path PROCESSORS = Path.of("/sys/devices/system/cpu/possible");
  private static final long MAX_WAIT_NANOS = 500_000_000;

  // System calls with their flags; see io_uring_setup(2), io_uring_enter(2), io_uring_register(2).
  private static final int SETUP = 425;
  private static final int SETUP_DISABLED = 1 << 6;
  private static final int SETUP_LONG_ENTRIES = 1 << 10;
  private static final int SETUP_SINGLE_ISSUER = 1 << 12;
  private static final int SETUP_DEFER_TASKRUN = 1 << 13;
  private static final int SETUP_NO_MMAP = 1 << 14;
  private static final int SETUP_NO_INDEX = 1 << 16;
  private static final int FEATURE_NO_IOWAIT = 1 << 17;
  private static final int ENTER = 426;
  private static final int ENTER_WAIT = 1;
  private static final int ENTER_TIMEOUT = 1 << 3;
  private static final int ENTER_NO_IOWAIT = 1 << 7;
  private static final int REGISTER = 427;
  private static final int REGISTER_ENABLE = 12;

  // Commands of fs/fuse/dev_uring.c.
  private static final byte COMMAND = 46;
  private static final int ADD_ENTRY = 1;
  private static final int COMMIT_AND_FETCH = 2;

  // Offsets in the headers of a request (struct fuse_uring_req_header).
  private static final int OPERATION = 128;
  private static final int COMMIT_ID = 264;
  private static final int PAYLOAD_SIZE = 272;
  private static final int HEADERS = 288;

  private static final int SUBMISSION = 128;
  private static final int COMPLETION = 16;
  private static final int ARGUMENTS = 24;

  private final Os os;
  private final int queue;
  private final int fd;
  private final NativeBuffer setup;
  private final NativeBuffer submissions;
  private final NativeBuffer rings;
  private final NativeBuffer headers;
  private final NativeBuffer parts;
  private final NativeBuffer timeout;
  private final int waiting;
  private int device;
  private int unsent;
  private boolean isOver;

  private Ring(Os os, int queue) {
    this.os = os;
    this.queue = queue;
    setup = os.buffer(120);
    submissions = os.buffer(Frame.PAGE);
    rings = os.buffer(Frame.PAGE);
    headers = os.buffer(HEADERS);
    parts = os.buffer(32);
    timeout = os.buffer(40);
    setup.putInt(
        8,
        SETUP_DISABLED
            | SETUP_LONG_ENTRIES
            | SETUP_SINGLE_ISSUER
            | SETUP_DEFER_TASKRUN
            | SETUP_NO_MMAP
            | SETUP_NO_INDEX);
    setup.putLong(72, submissions.address());
    setup.putLong(112, rings.address());
    fd = (int) os.libc.syscall(SETUP, 1, setup.address(), 0, 0, 0, 0);
    boolean hidesWaits = (setup.getInt(20) & FEATURE_NO_IOWAIT) != 0;
    waiting = ENTER_WAIT | ENTER_TIMEOUT | (hidesWaits ? ENTER_NO_IOWAIT : 0);
    timeout.putLong(16, timeout.address(24));
    timeout.putLong(32, MAX_WAIT_NANOS);
  }

  /**
   * Creates rings for threads. Returns none if Linux refuses, as in some containers, or if a
   * processor gets fewer than two: a thread that waits would then block all its programs.
   */
  static List<Ring> create(Os os, int threads) {
    int queues = queues();
    if (queues == 0 || threads / 2 < queues) {
      return List.of();
    }
    List<Ring> rings = IntStream.range(0, threads).mapToObj(i -> new Ring(os, i % queues)).toList();
    if (rings.stream().anyMatch(ring -> ring.fd < 0)) {
      rings.forEach(Ring::close);
      return List.of();
    }
    return rings;
  }

  /** Returns the number of processors that Linux may ever have; 0 if unknown. Each has a queue. */
  private static int queues() {
    try {
      return ProcFiles.cpus(Files.readString(PROCESSORS).strip()).length();
    } catch (IOException e) {
      return 0; // sysfs is not mounted
    }
  }

  /**
   * Moves this thread to the processor, if permitted, and registers for its requests.
   *
   * @param owned descriptor of {@code /dev/fuse}
   * @param frame memory of the requests
   */
  void start(int owned, Frame frame) {
    device = owned;
    parts.putLong(0, headers.address());
    parts.putLong(8, HEADERS);
    parts.putLong(16, frame.out.address(Frame.BODY));
    parts.putLong(24, frame.out.size() - Frame.BODY);
    NativeBuffer mask = os.buffer(queue / Long.SIZE * Long.BYTES + Long.BYTES);
    mask.putLong(mask.size() - Long.BYTES, 1L << queue);
    os.libc.sched_setaffinity(0, mask.size(), mask.address());
    if (os.libc.syscall(REGISTER, fd, REGISTER_ENABLE, 0, 0, 0, 0) < 0) {
      throw os.failure(ErrorCode.IO_FAILED, "cannot use io_uring; mount with without=uring");
    }
    prepare(ADD_ENTRY);
  }

  private void prepare(int command) {
    int tail = rings.getInt(setup.getInt(44));
    submissions.clear(0, SUBMISSION);
    submissions.put(0, new byte[] {COMMAND});
    submissions.putInt(4, device);
    submissions.putInt(8, command);
    submissions.putLong(16, parts.address());
    submissions.putInt(24, 2);
    submissions.putLong(56, headers.getLong(COMMIT_ID));
    submissions.putShort(64, queue);
    rings.putInt(setup.getInt(44), tail + 1);
    unsent = 1;
  }

  /** Sends the last reply and waits for the next request; returns 0 or a negative error number. */
  int receive(Frame frame) {
    if (isOver) {
      return -Errno.ENODEV;
    }
    int head = rings.getInt(setup.getInt(80));
    while (rings.getInt(setup.getInt(84)) == head) {
      long sent = os.libc.syscall(ENTER, fd, unsent, 1, waiting, timeout.address(), ARGUMENTS);
      if (sent < 0) {
        return os.errno() == Errno.ETIME ? -Errno.EAGAIN : -os.errno();
      }
      unsent -= (int) sent;
    }
    int mask = rings.getInt(setup.getInt(88));
    int result = rings.getInt(setup.getInt(100) + COMPLETION * (head & mask) + 8);
    rings.putInt(setup.getInt(80), head + 1);
    if (result < 0) {
      isOver = true; // Linux has removed the entry, usually at the unmount
      return result == -Errno.ENOTCONN ? -Errno.ENODEV : result;
    }
    take(frame);
    return 0;
  }

  /**
   * Arranges a request as {@code /dev/fuse} delivers it, except for the data of a WRITE, which stay
   * in place.
   */
  private void take(Frame frame) {
    frame.in.copy(Frame.IN, headers, 0, Frame.HEADER);
    frame.readHeader();
    int payload = headers.getInt(PAYLOAD_SIZE);
    int operation = frame.in.getInt(Frame.IN) - Frame.HEADER - payload;
    frame.in.copy(Frame.ARGUMENTS, headers, OPERATION, operation);
    if (frame.opcode == Opcode.WRITE) {
      frame.data = frame.out.address(Frame.BODY);
    } else {
      frame.in.copy(Frame.ARGUMENTS + operation, frame.out, Frame.BODY, payload);
    }
  }

  /**
   * Prepares the reply, which {@link #receive} or {@link #close} sends.
   *
   * @param result length of the body, or a negative error number
   */
  void reply(Frame frame, int result) {
    headers.copy(0, frame.out, frame.writeHeader(result), Frame.OUT_HEADER);
    headers.putInt(PAYLOAD_SIZE, Math.max(0, result));
    prepare(COMMIT_AND_FETCH);
  }

  @Override
  public void close() {
    if (unsent > 0) {
      os.libc.syscall(ENTER, fd, unsent, 0, 0, 0, 0);
    }
    os.libc.close(fd);
  }
}

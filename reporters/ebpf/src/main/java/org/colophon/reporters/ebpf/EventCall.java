// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileIdentity;
import org.colophon.core.model.encoding.FileState;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.replay.syscall.OpenedFile;
import org.colophon.reporters.replay.syscall.SocketAddress;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/** A system call in a record of the kernel. Reads its arguments from the bytes of the record. */
final class EventCall extends SystemCall {
  private static final int ARGUMENTS = 6;
  private static final int PAIR_BYTES = 8;
  private static final int IN_PROGRESS = -115;
  private static final int ABSENT = -2;
  private static final int NO_DIRECTORY = -20;
  private static final int MAX_ERROR = 4095;
  private static final int SOCKET_LEVEL = 1;
  private static final int RIGHTS = 1;
  private static final int CONTROL_HEADER = 16;
  private static final int CONTROL_LEVEL = 8;
  private static final int CONTROL_TYPE = 12;

  private static final int MINOR_BITS = 20;
  private static final int FILE_TYPE = 0170000;
  private static final int CREATED = 0x100000;
  private static final int REGULAR = 0100000;

  /** Layout of each message of a call with several messages; same as in colophon.bpf.c. */
  private static final int MESSAGE_BYTES = 384;

  private static final int MESSAGE_LENGTH = 8;
  private static final int MESSAGE_NAME = 16;
  private static final int MESSAGE_CONTROL = 144;

  private ByteBuffer copy = ByteBuffer.allocate(0);
  private ByteBuffer memory = copy;
  private int at;
  private int number;

  /** Sets a call that has returned, and that stays in memory until the next call. */
  EventCall set(ByteBuffer record, int from, int tid) {
    memory = record;
    at = from;
    thread = tid;
    number = record.getInt(from + Head.NUMBER);
    boolean isFork = record.getInt(from + Head.KIND) == Head.FORKED;
    type = isFork ? CallNumbers.fork(number) : CallNumbers.type(number);
    argumentCount = argumentCount(type);
    return end(record.getLong(from + Head.RESULT));
  }

  /**
   * Returns the number of arguments. Later registers contain arbitrary values, not the flags that a
   * longer variant of the call has.
   */
  private static int argumentCount(Syscall type) {
    return switch (type) {
      case PIPE -> 1;
      case RENAME -> 2;
      case ACCEPT, FCHMODAT, FUTIMESAT -> 3;
      case RENAMEAT -> 4;
      default -> ARGUMENTS;
    };
  }

  /** Copies a call that has begun. */
  EventCall begin(ByteBuffer record, int from, int length, int tid) {
    if (copy.capacity() < length) {
      copy = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    }
    copy.put(0, record, from, length);
    set(copy, 0, tid);
    hasResult = false;
    return this;
  }

  /** Sets the result of a call that has begun. */
  EventCall end(long returned) {
    hasResult = true;
    failed = returned < 0 && returned >= -MAX_ERROR;
    isInProgress = returned == IN_PROGRESS;
    isAbsent = returned == ABSENT;
    isNoDirectory = returned == NO_DIRECTORY;
    result = failed ? -1 : returned;
    return this;
  }

  @Override
  public long longAt(int argument) {
    return argument < ARGUMENTS ? memory.getLong(at + Head.ARGUMENTS + 8 * argument) : 0;
  }

  private int data() {
    return at + Head.BYTES;
  }

  private int first() {
    return memory.getInt(at + Head.FIRST);
  }

  private int second() {
    return memory.getInt(at + Head.SECOND);
  }

  private Bytes bytes(int from, int to) {
    byte[] copy = new byte[Math.max(0, to - from)];
    memory.get(from, copy);
    return Bytes.wrap(copy);
  }

  @Override
  public boolean isString(int argument) {
    return CallNumbers.isString(number, argument);
  }

  /** Returns a string without its final zero byte, or the received data of a socket. */
  @Override
  public Bytes stringAt(int argument) {
    int middle = data() + first();
    if (isString(argument)) {
      return CallNumbers.isFirstString(number, argument)
          ? bytes(data(), middle - 1)
          : bytes(middle, middle + second() - 1);
    }
    if (argument != 1) {
      return Bytes.EMPTY;
    }
    return switch (type) {
      case READ -> bytes(data(), middle);
      case RECVFROM -> bytes(middle, middle + second());
      default -> Bytes.EMPTY;
    };
  }

  @Override
  public @Nullable OpenedFile openedFile() {
    int from = data() + first();
    if (second() < Head.OPENED_BYTES || !CallNumbers.opens(number)) {
      return null;
    }
    FileIdentity copied = identity(from + Head.COPIED);
    int device = memory.getInt(from + Head.DEVICE);
    int mode = memory.getInt(from + Head.MODE);
    return new OpenedFile(
        identity(from),
        copied.inode() == 0 ? null : copied,
        (device >>> MINOR_BITS) + ":" + (device & ((1 << MINOR_BITS) - 1)),
        memory.getInt(from + Head.LINKS),
        (mode & FILE_TYPE) == REGULAR,
        (mode & CREATED) != 0,
        Integer.toUnsignedLong(memory.getInt(from + Head.MOUNTS)),
        bytes(from + Head.OPENED_BYTES, from + second() - 1),
        state(from, device));
  }

  /** Returns the state of an opened file; null if its times are not known. */
  private @Nullable FileState state(int from, int device) {
    long modifiedNanos = memory.getLong(from + Head.MODIFIED);
    int major = device >>> MINOR_BITS;
    long minor = device & ((1L << MINOR_BITS) - 1);
    return modifiedNanos == 0
        ? null
        : new FileState(
            (minor & 0xffL) | ((major & 0xfffL) << 8) | ((minor & ~0xffL) << 12),
            identity(from).inode(),
            memory.getLong(from + Head.SIZE),
            modifiedNanos,
            memory.getLong(from + Head.CHANGED));
  }

  private FileIdentity identity(int from) {
    return new FileIdentity(
        memory.getLong(from), memory.getLong(from + 8), memory.getLong(from + 16));
  }

  @Override
  public int[] pairAt(int argument) {
    return first() == PAIR_BYTES
        ? new int[] {memory.getInt(data()), memory.getInt(data() + Integer.BYTES)}
        : super.pairAt(argument);
  }

  @Override
  public @Nullable SocketAddress addressAt(int argument, UnaryOperator<Bytes> absolute) {
    return KernelAddress.read(memory, data(), first(), absolute);
  }

  private int messageCount() {
    return first() / MESSAGE_BYTES;
  }

  private int message(int index) {
    return data() + index * MESSAGE_BYTES;
  }

  @Override
  public Set<SocketAddress> addressesAt(int argument, UnaryOperator<Bytes> absolute) {
    Set<SocketAddress> found = new LinkedHashSet<>();
    for (int i = 0; i < messageCount(); i++) {
      int from = message(i);
      SocketAddress address =
          KernelAddress.read(memory, from + MESSAGE_NAME, memory.getInt(from), absolute);
      if (address != null) {
        found.add(address);
      }
    }
    return found;
  }

  /** Returns the total length, which is unknown while a call sends. */
  @Override
  public long messageBytesAt(int argument) {
    boolean isBegun = memory.getInt(at + Head.KIND) == Head.BEGUN;
    long sum = 0;
    for (int i = 0; i < messageCount(); i++) {
      sum += memory.getInt(message(i) + MESSAGE_LENGTH);
    }
    return isBegun || messageCount() == 0 ? -1 : sum;
  }

  @Override
  public boolean isCut(int argument) {
    return messageCount() < (hasResult ? result : (int) longAt(2));
  }

  @Override
  public int[] passedDescriptors() {
    return switch (type) {
      case SENDMSG, RECVMSG -> descriptorsIn(data() + first(), second());
      case SENDMMSG, RECVMMSG -> descriptorsInMessages();
      default -> super.passedDescriptors();
    };
  }

  private int[] descriptorsInMessages() {
    for (int i = 0; i < messageCount(); i++) {
      int[] found =
          descriptorsIn(message(i) + MESSAGE_CONTROL, memory.getInt(message(i) + Integer.BYTES));
      if (found.length > 0) {
        return found;
      }
    }
    return super.passedDescriptors();
  }

  private int[] descriptorsIn(int control, int length) {
    int from = control;
    int end = control + length;
    while (from + CONTROL_HEADER <= end) {
      long size = memory.getLong(from);
      if (size < CONTROL_HEADER || from + size > end) {
        break;
      }
      if (memory.getInt(from + CONTROL_LEVEL) == SOCKET_LEVEL
          && memory.getInt(from + CONTROL_TYPE) == RIGHTS) {
        int[] found = new int[(int) (size - CONTROL_HEADER) / Integer.BYTES];
        int first = from + CONTROL_HEADER;
        Arrays.setAll(found, i -> memory.getInt(first + i * Integer.BYTES));
        return found;
      }
      from += (int) (size + 7) & -8;
    }
    return super.passedDescriptors();
  }
}

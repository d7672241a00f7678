// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.syscall;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A system call of a traced thread, with typed arguments. Each source of calls reuses an instance
 * and decodes an argument only when a handler reads it, because handlers need few arguments. Valid
 * until the source's next call.
 *
 * <p>For a missing argument, methods return 0, empty or false. They do the same for parts that a
 * source does not record.
 */
public abstract class SystemCall {
  /** The descriptor that means the working directory. */
  public static final int AT_FDCWD = -100;

  private static final int[] NO_DESCRIPTORS = {};

  /** The thread's id; 0 if unknown. */
  public int thread;

  /** The call; {@link Syscall#OTHER} if it is not relevant. */
  public Syscall type = Syscall.OTHER;

  /** The result; -1 for an error. */
  public long result;

  public boolean hasResult;
  public boolean failed;

  /** True if the call returned EINPROGRESS, so that it continues in the background. */
  public boolean isInProgress;

  /** True if the call failed because its path has no file (ENOENT). */
  public boolean isAbsent;

  /** True if the call failed because a file is used as a directory (ENOTDIR). */
  public boolean isNoDirectory;

  /** True if the result was translated from the caller's PID namespace. */
  public boolean isTranslated;

  public int argumentCount;

  /** Returns whether the call returned without error. */
  public final boolean succeeded() {
    return hasResult && !failed;
  }

  /**
   * Returns an argument as a number, or the number to which it points. The name AT_FDCWD counts as
   * {@link #AT_FDCWD}.
   */
  public abstract long longAt(int argument);

  /** Returns an argument as a descriptor. */
  public final int fdAt(int argument) {
    return (int) longAt(argument);
  }

  /** Returns an argument as the id that the source uses for a process or thread. */
  public int pidAt(int argument) {
    return (int) longAt(argument);
  }

  /** Returns whether the source shows the argument as a number, or a known name for a number. */
  public boolean isNumber(int argument) {
    return !isString(argument);
  }

  public boolean has(int argument, Flag flag) {
    return argument < argumentCount && flag.isIn(longAt(argument));
  }

  /** Returns whether a call that starts a task has the flag. */
  public boolean hasCloneFlag(Flag flag) {
    return type == Syscall.CLONE && has(0, flag);
  }

  /** Returns whether the argument is a string, such as a path. */
  public abstract boolean isString(int argument);

  /** Returns a string; empty if the argument is not a string. */
  public abstract Bytes stringAt(int argument);

  /** Returns a list of strings, such as the arguments of a program. */
  public StringList stringsAt(int argument) {
    return StringList.HIDDEN;
  }

  /** Returns the joined content of all listed buffers. */
  public Bytes buffersAt(int argument) {
    return Bytes.EMPTY;
  }

  /** Returns the file that the call has opened; null if the source does not identify it. */
  public @Nullable OpenedFile openedFile() {
    return null;
  }

  /** Returns the two descriptors to which an argument points; empty if unknown. */
  public int[] pairAt(int argument) {
    return NO_DESCRIPTORS;
  }

  /**
   * Returns the address to which an argument points, also as part of a message.
   *
   * @param absolute resolves a relative path
   * @return null for none, or an unknown family
   */
  public @Nullable SocketAddress addressAt(int argument, UnaryOperator<Bytes> absolute) {
    return null;
  }

  /** Returns the addresses in a list of messages, each once, in order. */
  public Set<SocketAddress> addressesAt(int argument, UnaryOperator<Bytes> absolute) {
    return Set.of();
  }

  /** Returns the total length of all listed messages; -1 if unknown. */
  public long messageBytesAt(int argument) {
    return -1;
  }

  /** Returns whether a list was shortened, so that its last elements are unknown. */
  public boolean isCut(int argument) {
    return false;
  }

  /** Returns the descriptors in the control data of a message, or of the first of several. */
  public int[] passedDescriptors() {
    return NO_DESCRIPTORS;
  }

  /** Returns the known requests of an argument, which are the first ones. */
  public List<SubmittedRequest> requestsAt(int argument) {
    return List.of();
  }

  /** Returns the path or other name of an argument's descriptor; empty if unknown. */
  public Bytes decorationAt(int argument) {
    return Bytes.EMPTY;
  }

  /** Returns the path or other name of the resulting descriptor; empty if unknown. */
  public Bytes resultDecoration() {
    return Bytes.EMPTY;
  }
}

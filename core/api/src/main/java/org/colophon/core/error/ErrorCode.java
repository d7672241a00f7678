// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.error;

import org.jspecify.annotations.Nullable;

/** Stable names of all errors that Colophon reports. Programs may match on them. */
public enum ErrorCode {
  /** An argument, option or configuration value has the wrong form. */
  BAD_REQUEST(ErrorType.USER),
  /** A requested name is unknown: a path, a process, a snapshot, a plug-in. */
  NOT_FOUND(ErrorType.USER),
  /** A name that must be new exists already, such as a snapshot's. */
  ALREADY_EXISTS(ErrorType.USER),
  /** Input that a reporter read is malformed; it is counted and skipped. */
  BAD_INPUT(ErrorType.USER),
  /** Another process has opened the store for writing. */
  STORE_LOCKED(ErrorType.EXTERNAL),
  /** The directory is not a Colophon store, or belongs to something else. */
  STORE_FOREIGN(ErrorType.USER),
  /** The store was written by a newer Colophon. */
  STORE_TOO_NEW(ErrorType.USER),
  /** Stored bytes do not match their checksum or cannot be decoded. */
  STORE_CORRUPT(ErrorType.INTERNAL),
  /** Reading or writing a file failed. */
  IO_FAILED(ErrorType.EXTERNAL),
  /** The disk, or the budget that the journal may use of it, is full. */
  DISK_FULL(ErrorType.EXHAUSTED),
  /** The ring is full, and the reporter was configured not to wait. */
  OVERLOADED(ErrorType.EXHAUSTED),
  /** A limit of a request was reached. */
  LIMIT_REACHED(ErrorType.EXHAUSTED),
  /** The kernel failed and cannot continue. */
  KERNEL_FAILED(ErrorType.INTERNAL),
  /** The kernel is closed. */
  KERNEL_CLOSED(ErrorType.USER),
  /** A storage adapter failed permanently. */
  ADAPTER_FAILED(ErrorType.EXTERNAL),
  /** A part of the history is lost: neither the journal nor a running adapter has it. */
  PART_LOST(ErrorType.EXTERNAL),
  /** A storage adapter failed temporarily. The same call can be retried. */
  ADAPTER_BUSY(ErrorType.EXTERNAL),
  /** A required tool is not installed. */
  TOOL_MISSING(ErrorType.EXTERNAL),
  /** The operating system denied the request. */
  NOT_PERMITTED(ErrorType.EXTERNAL),
  /** The thread was interrupted while it waited. */
  INTERRUPTED(ErrorType.EXTERNAL);

  private final ErrorType type;

  ErrorCode(ErrorType type) {
    this.type = type;
  }

  public ErrorType type() {
    return type;
  }

  /**
   * Returns an exception with this code.
   *
   * @param message what happened, where, and what to do next
   */
  public ColophonException exception(String message) {
    return new ColophonException(this, message);
  }

  /** Returns an exception with this code and a cause; null for none. */
  public ColophonException exception(String message, @Nullable Throwable cause) {
    return new ColophonException(this, message, cause);
  }

  /** Throws an exception with this code unless a condition holds. */
  public void require(boolean holds, String message) {
    if (!holds) {
      throw exception(message);
    }
  }

  /** Returns true if the same call may succeed later without a repair. */
  public boolean isRetriable() {
    return this == ADAPTER_BUSY || this == OVERLOADED;
  }
}

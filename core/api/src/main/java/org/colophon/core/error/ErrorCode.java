package org.colophon.core.error;

/** Every way in which Colophon refuses or fails. Names are stable: programs may match on them. */
public enum ErrorCode {
  /** An argument, option or configuration value is not of the form asked for. */
  BAD_REQUEST(ErrorType.USER),
  /** A name that was asked for is not known: a path, a process, a snapshot, a plug-in. */
  NOT_FOUND(ErrorType.USER),
  /** A name that must be new is taken already, such as a snapshot's. */
  ALREADY_EXISTS(ErrorType.USER),
  /** Input that a reporter read is malformed; it is counted and skipped. */
  BAD_INPUT(ErrorType.USER),
  /** Another process holds the store for writing. */
  STORE_LOCKED(ErrorType.EXTERNAL),
  /** The folder is no Colophon store, or belongs to something else. */
  STORE_FOREIGN(ErrorType.USER),
  /** The store was written by a newer Colophon. */
  STORE_TOO_NEW(ErrorType.USER),
  /** The store was written by an older Colophon whose format is no longer read. */
  STORE_TOO_OLD(ErrorType.USER),
  /** Stored bytes do not match their checksum or cannot be decoded. */
  STORE_CORRUPT(ErrorType.INTERNAL),
  /** Reading or writing a file failed. */
  IO_FAILED(ErrorType.EXTERNAL),
  /** The disk, or the budget that the journal may use of it, is full. */
  DISK_FULL(ErrorType.EXHAUSTED),
  /** The ring is full and the reporter asked not to wait. */
  OVERLOADED(ErrorType.EXHAUSTED),
  /** A limit of a request was reached. */
  LIMIT_REACHED(ErrorType.EXHAUSTED),
  /** The kernel met a failure that it cannot go on from. */
  KERNEL_FAILED(ErrorType.INTERNAL),
  /** The kernel is closed. */
  KERNEL_CLOSED(ErrorType.USER),
  /** A storage adapter failed for good. */
  ADAPTER_FAILED(ErrorType.EXTERNAL),
  /** A part of what was recorded is gone: the journal and all adapters that run lack it. */
  PART_LOST(ErrorType.EXTERNAL),
  /** A storage adapter failed in a way that may pass: the same call may be made again. */
  ADAPTER_BUSY(ErrorType.EXTERNAL),
  /** A tool that is needed is not installed. */
  TOOL_MISSING(ErrorType.EXTERNAL),
  /** The operating system forbids what was asked. */
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

  /** Whether making the same call again may succeed without anybody mending anything first. */
  public boolean isRetriable() {
    return this == ADAPTER_BUSY || this == OVERLOADED;
  }
}

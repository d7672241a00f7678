package org.colophon.core.suppression;

/** Receives the records that survive suppression. Called on the kernel's thread. */
public interface IntervalOutput {
  /** Receives an operation that is stored at once. */
  void access(StoredAccess access);

  /** Receives the final form of an open access. */
  void interval(StoredAccess interval);
}

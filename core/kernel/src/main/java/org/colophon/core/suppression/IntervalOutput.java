// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.suppression;

/** Receives the records that survive suppression. Called on the kernel's thread. */
public interface IntervalOutput {
  /** Receives an operation that is stored at once. */
  void access(StoredAccess access);

  /** Receives a later form of an access: its end, or its extent so far. */
  void interval(StoredAccess interval);
}

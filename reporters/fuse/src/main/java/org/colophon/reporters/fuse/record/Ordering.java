// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

/** Time at which reported operations become durable. */
public enum Ordering {
  /** At any time: whenever the journal is written. */
  ASYNC,
  /** Before an fsync or close of the written file returns. */
  ORDERED,
  /** Before each write reaches the file. */
  STRICT
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.follow;

/** Naming of a log's rotated files. */
public enum RotatedNames {
  /**
   * Any suffix after a dot or dash: {@code log.1}, {@code log-20261121}, {@code log.old}. Copies
   * are recognised by their first bytes. Equal modification times make the order uncertain.
   */
  ANY,

  /** Numbers after a dot. If modification times are equal, the smaller number is newer. */
  NUMBERED
}

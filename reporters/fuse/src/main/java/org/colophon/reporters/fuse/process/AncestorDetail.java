// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

/** Detail recorded for ancestors of the programs that use the mount. */
public enum AncestorDetail {
  /** Executable, arguments and working directory. */
  FULL,
  /** Pid and file name of the executable. */
  NAMES,
  NONE
}

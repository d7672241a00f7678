package org.colophon.reporters.fuse.process;

/** How much is recorded of programs that led to those in a mount and did nothing there. */
public enum Ancestors {
  /** Executable, arguments and working directory, as of programs in the mount. */
  FULL,
  /** Pid and file name of the executable. */
  NAMES,
  /** Nothing. */
  NONE
}

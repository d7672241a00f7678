package org.colophon.reporters.fuse.process;

/** Detail recorded for programs that started those in the mount. */
public enum Ancestors {
  /** Executable, arguments and working directory. */
  FULL,
  /** Pid and file name of the executable. */
  NAMES,
  NONE
}

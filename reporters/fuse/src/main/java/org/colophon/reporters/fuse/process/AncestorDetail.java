package org.colophon.reporters.fuse.process;

/** Detail recorded for programs that started the programs in the mount. */
public enum AncestorDetail {
  /** Executable, arguments and working directory. */
  FULL,
  /** Pid and file name of the executable. */
  NAMES,
  NONE
}

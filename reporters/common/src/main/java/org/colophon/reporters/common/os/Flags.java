// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

/** Flags of Linux system calls. Some depend on the processor. */
public final class Flags {
  public static final int O_ACCMODE = 3;
  public static final int O_WRONLY = 1;
  public static final int O_RDWR = 2;
  public static final int O_CREAT = 0x40;
  public static final int O_EXCL = 0x80;
  public static final int O_NOCTTY = 0x100;
  public static final int O_TRUNC = 0x200;
  public static final int O_APPEND = 0x400;
  public static final int O_NONBLOCK = 0x800;
  public static final int O_DSYNC = 0x1000;

  /** Includes {@link #O_DSYNC}. */
  public static final int O_SYNC = 0x101000;

  public static final int O_PATH = 0x200000;
  public static final int O_CLOEXEC = 0x80000;
  public static final int O_DIRECT;
  public static final int O_DIRECTORY;
  public static final int O_NOFOLLOW;

  /** An unnamed file in a directory. */
  public static final int O_TMPFILE;

  /** Set by Linux when it opens a file for execution. Never passed to the source file system. */
  public static final int FMODE_EXEC = 0x20;

  public static final int AT_FDCWD = -100;
  public static final int AT_SYMLINK_NOFOLLOW = 0x100;
  public static final int AT_REMOVEDIR = 0x200;
  public static final int AT_SYMLINK_FOLLOW = 0x400;
  public static final int AT_EMPTY_PATH = 0x1000;
  public static final int AT_NO_AUTOMOUNT = 0x800;

  /** Uses cached attributes only. */
  public static final int AT_STATX_DONT_SYNC = 0x4000;

  public static final int RENAME_EXCHANGE = 2;

  public static final int S_IFMT = 0xf000;
  public static final int S_IFDIR = 0x4000;
  public static final int S_IFREG = 0x8000;
  public static final int S_IFLNK = 0xa000;
  public static final int S_IFIFO = 0x1000;
  public static final int S_IFSOCK = 0xc000;
  public static final int S_ISUID = 0x800;
  public static final int S_ISGID = 0x400;
  public static final int S_IXGRP = 0x8;

  public static final int SEEK_SET = 0;

  static {
    boolean isArm = System.getProperty("os.arch", "").equals("aarch64");
    O_DIRECT = isArm ? 0x10000 : 0x4000;
    O_DIRECTORY = isArm ? 0x4000 : 0x10000;
    O_NOFOLLOW = isArm ? 0x8000 : 0x20000;
    O_TMPFILE = 0x400000 | O_DIRECTORY;
  }

  private Flags() {}
}

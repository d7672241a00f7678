// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

/** Error numbers of Linux. */
public final class Errno {
  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int EAGAIN = 11;
  public static final int EACCES = 13;
  public static final int EBUSY = 16;
  public static final int EEXIST = 17;
  public static final int ENODEV = 19;
  public static final int EINVAL = 22;
  public static final int EMFILE = 24;
  public static final int ENOTTY = 25;
  public static final int ERANGE = 34;
  public static final int ENOSYS = 38;
  public static final int ETIME = 62;
  public static final int ECONNABORTED = 103;
  public static final int ENOTCONN = 107;
  public static final int ESTALE = 116;

  private Errno() {}

  /** Returns a description of an error number. */
  public static String text(int errno) {
    return switch (errno) {
      case EPERM -> "operation not permitted";
      case ENOENT -> "no such file or directory";
      case EACCES -> "permission denied";
      case EBUSY -> "in use";
      case ENODEV -> "this kernel has no FUSE";
      case EMFILE -> "too many open files";
      case ECONNABORTED -> "the connection to the kernel was aborted";
      case ENOTCONN -> "the process that served this mount has ended";
      default -> "error " + errno;
    };
  }
}

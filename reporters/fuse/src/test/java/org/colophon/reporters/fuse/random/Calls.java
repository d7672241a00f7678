// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.random;

/**
 * Functions of the C library that the random operations call. Paths and names end with a zero.
 *
 * <p>As in the mirror's own library interface, a function with six arguments has an unused seventh.
 */
public interface Calls {
  int open(byte[] path, int flags, int mode);

  int close(int fd);

  long read(int fd, byte[] buffer, long size);

  long write(int fd, byte[] buffer, long size);

  long pread(int fd, byte[] buffer, long size, long offset);

  long pwrite(int fd, byte[] buffer, long size, long offset);

  long lseek(int fd, long offset, int whence);

  int ftruncate(int fd, long size);

  int truncate(byte[] path, long size);

  int fallocate(int fd, int mode, long offset, long length);

  int fsync(int fd);

  int fcntl(int fd, int command, long argument);

  int rename(byte[] from, byte[] to);

  int renameat2(int fromDirectory, byte[] from, int toDirectory, byte[] to, int flags);

  int linkat(int fromDirectory, byte[] from, int toDirectory, byte[] to, int flags);

  int symlink(byte[] target, byte[] path);

  long readlink(byte[] path, byte[] buffer, long size);

  int unlink(byte[] path);

  int rmdir(byte[] path);

  int mkdir(byte[] path, int mode);

  int mknod(byte[] path, int mode, long device);

  int chmod(byte[] path, int mode);

  int fchmod(int fd, int mode);

  int lchown(byte[] path, int user, int group);

  int utimensat(int directory, byte[] path, long[] times, int flags);

  int lsetxattr(byte[] path, byte[] name, byte[] value, long size, int flags);

  long lgetxattr(byte[] path, byte[] name, byte[] value, long size);

  int lremovexattr(byte[] path, byte[] name);

  long llistxattr(byte[] path, byte[] list, long size);

  int access(byte[] path, int mode);

  int statx(int directory, byte[] path, int flags, int mask, byte[] status);

  long getdents64(int fd, byte[] buffer, long size);

  long copy_file_range(
      int in, long[] offsetIn, int out, long[] offsetOut, long length, int flags, long unused);

  int setfsuid(int user);

  int setfsgid(int group);
}

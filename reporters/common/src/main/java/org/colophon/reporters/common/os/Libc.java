// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.os;

/**
 * Functions of the C library, with addresses as numbers.
 *
 * <p>jnr-ffi 2.2.19 corrupts the sixth of exactly six arguments. Functions with six have an unused
 * seventh here.
 */
public interface Libc {
  int openat(int directory, long path, int flags, int mode);

  int open(long path, int flags, int mode);

  int close(int fd);

  int statx(int directory, long path, int flags, int mask, long status);

  int fstatfs(int fd, long status);

  int statfs(long path, long status);

  long read(int fd, long buffer, long size);

  long write(int fd, long buffer, long size);

  long pread(int fd, long buffer, long size, long offset);

  long pwrite(int fd, long buffer, long size, long offset);

  int fsync(int fd);

  int fdatasync(int fd);

  int syncfs(int fd);

  int ftruncate(int fd, long size);

  int truncate(long path, long size);

  int fallocate(int fd, int mode, long offset, long length);

  long lseek(int fd, long offset, int whence);

  long copy_file_range(
      int in, long offsetIn, int out, long offsetOut, long length, int flags, long unused);

  int mkdirat(int directory, long path, int mode);

  int mknodat(int directory, long path, int mode, long device);

  int symlinkat(long target, int directory, long path);

  int linkat(int oldDirectory, long oldPath, int newDirectory, long newPath, int flags);

  int unlinkat(int directory, long path, int flags);

  int renameat2(int oldDirectory, long oldPath, int newDirectory, long newPath, int flags);

  long readlinkat(int directory, long path, long buffer, long size);

  int fchmodat(int directory, long path, int mode, int flags);

  int fchownat(int directory, long path, int owner, int group, int flags);

  int utimensat(int directory, long path, long times, int flags);

  int setxattr(long path, long name, long value, long size, int flags);

  long getxattr(long path, long name, long value, long size);

  long listxattr(long path, long list, long size);

  int removexattr(long path, long name);

  int umask(int mask);

  int unshare(int flags);

  int setfsuid(int user);

  int setfsgid(int group);

  int prctl(int option, long a, long b, long c, long d);

  int mount(long source, long target, long type, long flags, long data);

  int umount2(long target, int flags);

  int poll(long descriptors, long count, int millis);

  int ioctl(int fd, long request, long argument);

  int fcntl(int fd, int command, long argument);

  int socketpair(int domain, int type, int protocol, long pair);

  long recvmsg(int fd, long message, int flags);

  long mmap(long address, long length, int protection, int flags, int fd, long offset, long unused);

  int munmap(long address, long length);

  int posix_spawnp(
      long pid,
      long file,
      long actions,
      long attributes,
      long arguments,
      long environment,
      long unused);

  int posix_spawnattr_init(long attributes);

  int posix_spawnattr_setflags(long attributes, short flags);

  int posix_spawnattr_setsigmask(long attributes, long signals);

  int waitpid(int pid, long status, int options);

  int sched_setaffinity(int thread, long size, long mask);

  int getrlimit(int resource, long limit);

  int setrlimit(int resource, long limit);

  int geteuid();

  int getegid();

  int getpid();

  long syscall(long number, long a, long b, long c, long d, long e, long unused);
}

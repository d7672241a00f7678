// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.call;

import org.colophon.reporters.replay.syscall.Flag;

/** Linux constants that change the meaning of a call. */
final class CallFlags {
  static final Flag WRONLY = Flag.of("O_WRONLY", 1);
  static final Flag RDWR = Flag.of("O_RDWR", 2);
  static final Flag CREAT = Flag.of("O_CREAT", 0100);
  static final Flag EXCL = Flag.of("O_EXCL", 0200);
  static final Flag TRUNC = Flag.of("O_TRUNC", 01000);
  static final Flag APPEND = Flag.of("O_APPEND", 02000);
  static final Flag DIRECTORY = Flag.of("O_DIRECTORY", 0200000);
  static final Flag NOFOLLOW = Flag.of("O_NOFOLLOW", 0400000);
  static final Flag CLOEXEC = Flag.of("O_CLOEXEC", 02000000);
  static final Flag PATH = Flag.of("O_PATH", 010000000);
  static final Flag TMPFILE = Flag.of("O_TMPFILE", 020000000);
  static final Flag RESOLVE_IN_ROOT = Flag.word("RESOLVE_IN_ROOT");
  static final Flag KEYCTL_READ = Flag.value("KEYCTL_READ", 11);
  static final Flag SOCK_CLOEXEC = Flag.of("SOCK_CLOEXEC", 02000000);
  static final Flag SOCK_DGRAM = Flag.value("SOCK_DGRAM", 15, 2);
  static final Flag AF_UNIX = Flag.value("AF_UNIX", 1);
  static final Flag AF_INET = Flag.value("AF_INET", 2);
  static final Flag AF_INET6 = Flag.value("AF_INET6", 10);
  static final Flag MFD_CLOEXEC = Flag.of("MFD_CLOEXEC", 1);
  static final Flag EFD_CLOEXEC = Flag.of("EFD_CLOEXEC", 02000000);
  static final Flag TFD_CLOEXEC = Flag.of("TFD_CLOEXEC", 02000000);
  static final Flag SFD_CLOEXEC = Flag.of("SFD_CLOEXEC", 02000000);
  static final Flag IN_CLOEXEC = Flag.of("IN_CLOEXEC", 02000000);
  static final Flag EPOLL_CLOEXEC = Flag.of("EPOLL_CLOEXEC", 02000000);
  static final Flag MSG_CMSG_CLOEXEC = Flag.of("MSG_CMSG_CLOEXEC", 0x40000000);
  static final Flag FIOCLEX = Flag.value("FIOCLEX", 0x5451);
  static final Flag FIONCLEX = Flag.value("FIONCLEX", 0x5450);
  static final Flag TERMINAL_NUMBER = Flag.value("TIOCGPTN", 0x80045430L);
  static final Flag TERMINAL_PEER = Flag.value("TIOCGPTPEER", 0x5441);
  static final Flag AT_REMOVEDIR = Flag.of("AT_REMOVEDIR", 0x200);
  static final Flag FD_CLOEXEC = Flag.of("FD_CLOEXEC", 1);
  static final Flag F_DUPFD = Flag.value("F_DUPFD", 0);
  static final Flag F_DUPFD_CLOEXEC = Flag.value("F_DUPFD_CLOEXEC", 1030);
  static final Flag F_SETFD = Flag.value("F_SETFD", 2);
  static final Flag F_SETFL = Flag.value("F_SETFL", 4);
  static final Flag RWF_APPEND = Flag.of("RWF_APPEND", 0x10);
  static final Flag RWF_NOAPPEND = Flag.of("RWF_NOAPPEND", 0x20);
  static final Flag NULL = Flag.word("NULL");
  static final Flag SEEK_END = Flag.value("SEEK_END", 2);
  static final Flag RANGE_CLOEXEC = Flag.of("CLOSE_RANGE_CLOEXEC", 4);
  static final Flag RANGE_UNSHARE = Flag.of("CLOSE_RANGE_UNSHARE", 2);
  static final Flag PROT_WRITE = Flag.of("PROT_WRITE", 2);
  static final Flag PROT_EXEC = Flag.of("PROT_EXEC", 4);
  static final Flag MAP_SHARED = Flag.of("MAP_SHARED", 1);
  static final Flag MAP_SHARED_VALIDATE = Flag.of("MAP_SHARED_VALIDATE", 3);
  static final Flag MAP_ANONYMOUS = Flag.of("MAP_ANONYMOUS", 0x20);
  static final Flag CLONE_THREAD = Flag.of("CLONE_THREAD", 0x10000);
  static final Flag CLONE_VM = Flag.of("CLONE_VM", 0x100);
  static final Flag CLONE_FILES = Flag.of("CLONE_FILES", 0x400);
  static final Flag CLONE_FS = Flag.of("CLONE_FS", 0x200);
  static final Flag CLONE_NEWNS = Flag.of("CLONE_NEWNS", 0x20000);
  static final Flag MS_REMOUNT = Flag.of("MS_REMOUNT", 0x20);
  static final Flag MS_BIND = Flag.of("MS_BIND", 0x1000);
  static final Flag MS_UNBINDABLE = Flag.of("MS_UNBINDABLE", 0x20000);
  static final Flag MS_PRIVATE = Flag.of("MS_PRIVATE", 0x40000);
  static final Flag MS_SLAVE = Flag.of("MS_SLAVE", 0x80000);
  static final Flag MS_SHARED = Flag.of("MS_SHARED", 0x100000);
  static final Flag AT_SYMLINK_FOLLOW = Flag.of("AT_SYMLINK_FOLLOW", 0x400);
  static final Flag AT_SYMLINK_NOFOLLOW = Flag.of("AT_SYMLINK_NOFOLLOW", 0x100);
  static final Flag RENAME_EXCHANGE = Flag.of("RENAME_EXCHANGE", 2);
  static final Flag S_IFIFO = Flag.value("S_IFIFO", 0170000, 0010000);
  static final Flag S_IFCHR = Flag.value("S_IFCHR", 0170000, 0020000);
  static final Flag S_IFBLK = Flag.value("S_IFBLK", 0170000, 0060000);
  static final Flag SHM_RDONLY = Flag.value("SHM_RDONLY", 010000, 010000);
  static final Flag POKE_TEXT = Flag.value("PTRACE_POKETEXT", 4);
  static final Flag POKE_DATA = Flag.value("PTRACE_POKEDATA", 5);
  static final Flag PEEK_TEXT = Flag.value("PTRACE_PEEKTEXT", 1);
  static final Flag PEEK_DATA = Flag.value("PTRACE_PEEKDATA", 2);

  private CallFlags() {}
}

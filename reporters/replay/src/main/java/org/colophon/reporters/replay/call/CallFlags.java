package org.colophon.reporters.replay.call;

import org.colophon.reporters.replay.line.Flag;

/** Linux constants that change the meaning of a call. */
final class CallFlags {
  static final Flag WRONLY = Flag.of("O_WRONLY", 1);
  static final Flag RDWR = Flag.of("O_RDWR", 2);
  static final Flag CREAT = Flag.of("O_CREAT", 0100);
  static final Flag EXCL = Flag.of("O_EXCL", 0200);
  static final Flag TRUNC = Flag.of("O_TRUNC", 01000);
  static final Flag DIRECTORY = Flag.of("O_DIRECTORY", 0200000);
  static final Flag NOFOLLOW = Flag.of("O_NOFOLLOW", 0400000);
  static final Flag CLOEXEC = Flag.of("O_CLOEXEC", 02000000);
  static final Flag PATH = Flag.of("O_PATH", 010000000);
  static final Flag TMPFILE = Flag.of("O_TMPFILE", 020000000);
  static final Flag RESOLVE_IN_ROOT = Flag.word("RESOLVE_IN_ROOT");
  static final Flag KEYCTL_READ = Flag.word("KEYCTL_READ");
  static final Flag SOCK_CLOEXEC = Flag.of("SOCK_CLOEXEC", 02000000);
  static final Flag SOCK_DGRAM = Flag.word("SOCK_DGRAM");
  static final Flag AF_UNIX = Flag.word("AF_UNIX");
  static final Flag AF_INET = Flag.word("AF_INET");
  static final Flag AF_INET6 = Flag.word("AF_INET6");
  static final Flag MFD_CLOEXEC = Flag.of("MFD_CLOEXEC", 1);
  static final Flag EFD_CLOEXEC = Flag.of("EFD_CLOEXEC", 02000000);
  static final Flag TFD_CLOEXEC = Flag.of("TFD_CLOEXEC", 02000000);
  static final Flag SFD_CLOEXEC = Flag.of("SFD_CLOEXEC", 02000000);
  static final Flag IN_CLOEXEC = Flag.of("IN_CLOEXEC", 02000000);
  static final Flag EPOLL_CLOEXEC = Flag.of("EPOLL_CLOEXEC", 02000000);
  static final Flag MSG_CMSG_CLOEXEC = Flag.of("MSG_CMSG_CLOEXEC", 0x40000000);
  static final Flag FIOCLEX = Flag.word("FIOCLEX");
  static final Flag FIONCLEX = Flag.word("FIONCLEX");
  static final Flag TERMINAL_NUMBER = Flag.word("TIOCGPTN");
  static final Flag TERMINAL_PEER = Flag.word("TIOCGPTPEER");
  static final Flag AT_REMOVEDIR = Flag.of("AT_REMOVEDIR", 0x200);
  static final Flag FD_CLOEXEC = Flag.of("FD_CLOEXEC", 1);
  static final Flag F_DUPFD = Flag.word("F_DUPFD");
  static final Flag F_DUPFD_CLOEXEC = Flag.word("F_DUPFD_CLOEXEC");
  static final Flag F_SETFD = Flag.word("F_SETFD");
  static final Flag RANGE_CLOEXEC = Flag.of("CLOSE_RANGE_CLOEXEC", 4);
  static final Flag RANGE_UNSHARE = Flag.of("CLOSE_RANGE_UNSHARE", 2);
  static final Flag PROT_READ = Flag.of("PROT_READ", 1);
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
  static final Flag AT_EMPTY_PATH = Flag.of("AT_EMPTY_PATH", 0x1000);
  static final Flag AT_SYMLINK_FOLLOW = Flag.of("AT_SYMLINK_FOLLOW", 0x400);
  static final Flag AT_SYMLINK_NOFOLLOW = Flag.of("AT_SYMLINK_NOFOLLOW", 0x100);
  static final Flag RENAME_EXCHANGE = Flag.of("RENAME_EXCHANGE", 2);
  static final Flag S_IFIFO = Flag.word("S_IFIFO");
  static final Flag S_IFREG = Flag.word("S_IFREG");
  static final Flag S_IFSOCK = Flag.word("S_IFSOCK");
  static final Flag SHM_RDONLY = Flag.word("SHM_RDONLY");
  static final Flag POKE_TEXT = Flag.word("PTRACE_POKETEXT");
  static final Flag POKE_DATA = Flag.word("PTRACE_POKEDATA");
  static final Flag PEEK_TEXT = Flag.word("PTRACE_PEEKTEXT");
  static final Flag PEEK_DATA = Flag.word("PTRACE_PEEKDATA");

  private CallFlags() {}
}

package org.colophon.reporters.strace.line;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The system calls that matter for provenance; every other one is {@link #OTHER}. */
public enum Syscall {
  READ,
  PREAD64,
  READV,
  PREADV,
  PREADV2,
  WRITE,
  PWRITE64,
  WRITEV,
  PWRITEV,
  PWRITEV2,
  COPY_FILE_RANGE,
  SENDFILE,
  SENDFILE64,
  SPLICE,
  TEE,
  VMSPLICE,
  OPEN,
  OPENAT,
  OPENAT2,
  CREAT,
  CLOSE,
  CLOSE_RANGE,
  DUP,
  DUP2,
  DUP3,
  FCNTL,
  FCNTL64,
  PIPE,
  PIPE2,
  MEMFD_CREATE,
  EVENTFD,
  EVENTFD2,
  TIMERFD_CREATE,
  EPOLL_CREATE,
  EPOLL_CREATE1,
  SIGNALFD,
  SIGNALFD4,
  INOTIFY_INIT,
  INOTIFY_INIT1,
  USERFAULTFD,
  MMAP,
  MMAP2,
  MUNMAP,
  MREMAP,
  MPROTECT,
  SHMAT,
  SHMDT,
  MSGSND,
  MSGRCV,
  TRUNCATE,
  TRUNCATE64,
  FTRUNCATE,
  FTRUNCATE64,
  FALLOCATE,
  LINK,
  LINKAT,
  SYMLINK,
  SYMLINKAT,
  UNLINK,
  UNLINKAT,
  RENAME,
  RENAMEAT,
  RENAMEAT2,
  MKDIR,
  MKDIRAT,
  RMDIR,
  MKNOD,
  MKNODAT,
  CHDIR,
  FCHDIR,
  CHROOT,
  PIVOT_ROOT,
  MOUNT,
  UMOUNT2,
  MOVE_MOUNT,
  UNSHARE,
  SETNS,
  CHMOD,
  FCHMOD,
  FCHMODAT,
  FCHMODAT2,
  CHOWN,
  FCHOWN,
  LCHOWN,
  FCHOWNAT,
  UTIME,
  UTIMES,
  UTIMENSAT,
  FUTIMESAT,
  SETXATTR,
  LSETXATTR,
  FSETXATTR,
  REMOVEXATTR,
  LREMOVEXATTR,
  FREMOVEXATTR,
  SETUID,
  SETREUID,
  SETRESUID,
  SETFSUID,
  SETGID,
  SETREGID,
  SETRESGID,
  SETFSGID,
  CLONE,
  CLONE3,
  FORK,
  VFORK,
  EXECVE,
  EXECVEAT,
  EXIT,
  EXIT_GROUP,
  KILL,
  TKILL,
  TGKILL,
  RT_SIGQUEUEINFO,
  RT_TGSIGQUEUEINFO,
  PIDFD_OPEN,
  PIDFD_SEND_SIGNAL,
  PIDFD_GETFD,
  PTRACE,
  PROCESS_VM_READV,
  PROCESS_VM_WRITEV,
  SOCKET,
  SOCKETPAIR,
  BIND,
  CONNECT,
  LISTEN,
  ACCEPT,
  ACCEPT4,
  GETSOCKNAME,
  GETPEERNAME,
  SENDTO,
  RECVFROM,
  SENDMSG,
  RECVMSG,
  SENDMMSG,
  RECVMMSG,
  IO_URING_SETUP,
  /** Any other call. */
  OTHER;

  /** A table of names, four times as large as there are names, probed linearly. */
  private static final int MASK = 1023;

  private static final byte[][] NAMES = new byte[MASK + 1][];

  private static final Syscall[] TABLE = new Syscall[MASK + 1];

  static {
    for (Syscall call : values()) {
      if (call != OTHER) {
        byte[] name = call.text().getBytes(StandardCharsets.US_ASCII);
        int slot = hash(name, 0, name.length) & MASK;
        while (TABLE[slot] != null) {
          slot = (slot + 1) & MASK;
        }
        TABLE[slot] = call;
        NAMES[slot] = name;
      }
    }
  }

  /** The call's name as strace writes it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the call starts a process or thread. */
  public boolean startsTask() {
    return this == CLONE || this == CLONE3 || this == FORK || this == VFORK;
  }

  /** Whether the call replaces the program. */
  public boolean replacesProgram() {
    return this == EXECVE || this == EXECVEAT;
  }

  /** The call whose name stands in {@code buffer[from..to)}. */
  static Syscall find(byte[] buffer, int from, int to) {
    int slot = hash(buffer, from, to) & MASK;
    Syscall call = TABLE[slot];
    while (call != null) {
      if (isSame(NAMES[slot], buffer, from, to)) {
        return call;
      }
      slot = (slot + 1) & MASK;
      call = TABLE[slot];
    }
    return OTHER;
  }

  private static boolean isSame(byte[] name, byte[] buffer, int from, int to) {
    if (name.length != to - from) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (name[i] != buffer[from + i]) {
        return false;
      }
    }
    return true;
  }

  private static int hash(byte[] buffer, int from, int to) {
    int h = to - from;
    for (int i = from; i < to; i++) {
      h = h * 31 + buffer[i];
    }
    return h ^ (h >>> 10);
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.syscall;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** The relevant system calls. All other calls are {@link #OTHER}. */
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
  SENDFILE("sendfile64"),
  SPLICE,
  TEE,
  VMSPLICE,
  OPEN,
  OPENAT,
  OPENAT2,
  /**
   * Also stands for an open whose name only Linux can resolve. Kernel events replace the handle by
   * the path of the opened file.
   */
  OPEN_BY_HANDLE_AT,
  OPEN_TREE("open_tree_attr"),
  CREAT,
  CLOSE,
  CLOSE_RANGE,
  DUP,
  DUP2,
  DUP3,
  FCNTL("fcntl64"),
  IOCTL,
  PIPE,
  PIPE2,
  MEMFD_CREATE("memfd_secret"),
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
  MMAP("mmap2"),
  MUNMAP,
  MREMAP,
  MPROTECT("pkey_mprotect"),
  SHMAT,
  SHMDT,
  MSGSND,
  MSGRCV,
  MQ_OPEN,
  MQ_TIMEDSEND("mq_timedsend_time64"),
  MQ_TIMEDRECEIVE("mq_timedreceive_time64"),
  /** A question about a path, which is the first argument. Recorded only if the path is absent. */
  STAT("lstat", "stat64", "lstat64", "access", "readlink"),
  /** The same with a directory's descriptor before the path. */
  NEWFSTATAT("fstatat64", "statx", "faccessat", "faccessat2", "readlinkat"),
  GETDENTS("getdents64"),
  TRUNCATE("truncate64"),
  FTRUNCATE("ftruncate64"),
  FALLOCATE,
  /** Traced only if the ranges of writes are recorded. */
  LSEEK("_llseek"),
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
  CHOWN("chown32"),
  FCHOWN("fchown32"),
  LCHOWN("lchown32"),
  FCHOWNAT,
  UTIME,
  UTIMES,
  UTIMENSAT("utimensat_time64"),
  FUTIMESAT,
  GETXATTR,
  LGETXATTR,
  FGETXATTR,
  GETXATTRAT,
  SETXATTR,
  LSETXATTR,
  FSETXATTR,
  SETXATTRAT,
  REMOVEXATTR,
  LREMOVEXATTR,
  FREMOVEXATTR,
  REMOVEXATTRAT,
  SETUID("setuid32"),
  SETREUID("setreuid32"),
  SETRESUID("setresuid32"),
  SETFSUID("setfsuid32"),
  SETGID("setgid32"),
  SETREGID("setregid32"),
  SETRESGID("setresgid32"),
  SETFSGID("setfsgid32"),
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
  /**
   * A kernel event instead of a call: the local address of the connection that the next call makes.
   */
  OWN_ADDRESS,
  SENDTO("send"),
  RECVFROM("recv"),
  SENDMSG,
  RECVMSG,
  SENDMMSG,
  RECVMMSG("recvmmsg_time64"),
  IO_URING_SETUP,
  IO_SUBMIT,
  KEYCTL,
  /** Calls that transfer data in ways that are not followed. Each one is a gap. */
  UNFOLLOWED("acct", "add_key", "bpf", "fanotify_init", "perf_event_open", "swapon", "uselib"),
  /** Any other call. */
  OTHER;

  /** Open-addressing table, about eight times as large as the number of names. */
  private static final int MASK = 1023;

  private static final byte[][] NAMES = new byte[MASK + 1][];

  private static final Syscall[] TABLE = new Syscall[MASK + 1];

  static {
    for (Syscall call : values()) {
      for (String name : call.names()) {
        put(name.getBytes(StandardCharsets.US_ASCII), call);
      }
    }
  }

  /** Other names of the same call, as in 32-bit programs, with a space before each. */
  private final String others;

  Syscall(String... others) {
    this.others = others.length == 0 ? "" : " " + String.join(" ", others);
  }

  private static void put(byte[] name, Syscall call) {
    int slot = hash(name, 0, name.length) & MASK;
    while (TABLE[slot] != null) {
      slot = (slot + 1) & MASK;
    }
    TABLE[slot] = call;
    NAMES[slot] = name;
  }

  /** Returns all names that strace prints for the call. */
  public List<String> names() {
    return this == OTHER ? List.of() : List.of((text() + others).split(" ", -1));
  }

  /** Returns the call's main name. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether the call starts a process or thread. */
  public boolean startsTask() {
    return this == CLONE || this == CLONE3 || this == FORK || this == VFORK;
  }

  /** Returns whether the call only looks up names, which is recorded on request. */
  public boolean looksUp() {
    return this == STAT || this == NEWFSTATAT || this == GETDENTS;
  }

  /** Returns whether the call only moves positions, which is traced on request. */
  public boolean seeks() {
    return this == LSEEK;
  }

  public boolean replacesProgram() {
    return this == EXECVE || this == EXECVEAT;
  }

  /** Returns the call named by {@code buffer[from..to)}. */
  public static Syscall find(byte[] buffer, int from, int to) {
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

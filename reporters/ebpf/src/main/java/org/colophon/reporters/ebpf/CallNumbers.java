// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.colophon.reporters.replay.syscall.Syscall;

/** Numbers of the recorded system calls of x86-64, and the positions of their strings. */
final class CallNumbers {
  /**
   * Each call: its number, its name, and after a colon the positions of its strings. Must agree
   * with colophon.bpf.c.
   */
  private static final String CALLS =
      "0=read 1=write 2=open:0 3=close 4=stat:0 6=lstat:0 9=mmap 10=mprotect 11=munmap 16=ioctl 17=pread64 18=pwrite64 "
          + "19=readv 20=writev 21=access:0 22=pipe 25=mremap 30=shmat 32=dup 33=dup2 40=sendfile 41=socket "
          + "42=connect 43=accept 44=sendto 45=recvfrom 46=sendmsg 47=recvmsg 49=bind 50=listen "
          + "51=getsockname 53=socketpair 59=execve:0 62=kill 67=shmdt 69=msgsnd 70=msgrcv 72=fcntl 78=getdents "
          + "76=truncate:0 77=ftruncate 80=chdir:0 81=fchdir 82=rename:01 83=mkdir:0 84=rmdir:0 "
          + "85=creat:0 86=link:01 87=unlink:0 88=symlink:01 89=readlink:0 90=chmod:0 91=fchmod 92=chown:0 "
          + "93=fchown 94=lchown:0 101=ptrace 105=setuid 106=setgid 113=setreuid 114=setregid "
          + "117=setresuid 119=setresgid 122=setfsuid 123=setfsgid "
          + "129=rt_sigqueueinfo 132=utime:0 133=mknod:0 155=pivot_root:01 161=chroot:0 "
          + "165=mount:01 166=umount2:0 188=setxattr:01 189=lsetxattr:01 190=fsetxattr:1 "
          + "191=getxattr:01 192=lgetxattr:01 193=fgetxattr:1 "
          + "197=removexattr:01 198=lremovexattr:01 199=fremovexattr:1 200=tkill 209=io_submit "
          + "213=epoll_create 217=getdents64 234=tgkill 235=utimes:0 240=mq_open:0 242=mq_timedsend "
          + "243=mq_timedreceive 250=keyctl 253=inotify_init 257=openat:1 258=mkdirat:1 259=mknodat:1 "
          + "260=fchownat:1 261=futimesat:1 262=newfstatat:1 263=unlinkat:1 264=renameat:13 265=linkat:13 "
          + "266=symlinkat:02 267=readlinkat:1 268=fchmodat:1 269=faccessat:1 272=unshare 275=splice 276=tee 278=vmsplice "
          + "280=utimensat:1 282=signalfd 283=timerfd_create 284=eventfd 285=fallocate 288=accept4 "
          + "289=signalfd4 290=eventfd2 291=epoll_create1 292=dup3 293=pipe2 294=inotify_init1 "
          + "295=preadv 296=pwritev 297=rt_tgsigqueueinfo 299=recvmmsg 307=sendmmsg 308=setns "
          + "304=open_by_handle_at:1 310=process_vm_readv 311=process_vm_writev 316=renameat2:13 319=memfd_create:0 322=execveat:1 "
          + "323=userfaultfd 326=copy_file_range 327=preadv2 328=pwritev2 329=pkey_mprotect 332=statx:1 424=pidfd_send_signal "
          + "425=io_uring_setup 428=open_tree:1 429=move_mount:13 434=pidfd_open 436=close_range "
          + "437=openat2:1 438=pidfd_getfd 439=faccessat2:1 447=memfd_secret 452=fchmodat2:1 463=setxattrat:13 "
          + "464=getxattrat:13 466=removexattrat:13 467=open_tree_attr:1 511=own_address";

  private static final int NUMBERS = 512;
  private static final int FORK = 57;
  private static final int VFORK = 58;

  private static final Syscall[] TYPES = new Syscall[NUMBERS];
  private static final int[] STRINGS = new int[NUMBERS];

  static {
    Map<String, Syscall> byName = new HashMap<>();
    for (Syscall type : Syscall.values()) {
      type.names().forEach(name -> byName.put(name, type));
    }
    Arrays.fill(TYPES, Syscall.UNFOLLOWED);
    for (String call : CALLS.split(" ", -1)) {
      int equals = call.indexOf('=');
      int colon = call.indexOf(':');
      int number = Integer.parseInt(call.substring(0, equals));
      TYPES[number] = byName.get(call.substring(equals + 1, colon < 0 ? call.length() : colon));
      for (int i = colon + 1; colon >= 0 && i < call.length(); i++) {
        STRINGS[number] |= 1 << (call.charAt(i) - '0');
      }
    }
  }

  private CallNumbers() {}

  /** Returns a recorded call. Calls without a name are not followed. */
  static Syscall type(int number) {
    return TYPES[number];
  }

  /** Returns the call that has started a process or thread. */
  static Syscall fork(int number) {
    return number == FORK ? Syscall.FORK : number == VFORK ? Syscall.VFORK : Syscall.CLONE;
  }

  /** Returns whether the call opens a file. */
  static boolean opens(int number) {
    return switch (TYPES[number]) {
      case OPEN, CREAT, OPENAT, OPENAT2, OPEN_BY_HANDLE_AT -> true;
      default -> false;
    };
  }

  static boolean isString(int number, int argument) {
    return (STRINGS[number] >> argument & 1) != 0;
  }

  /** Returns whether a string is the first one of the call. */
  static boolean isFirstString(int number, int argument) {
    return Integer.numberOfTrailingZeros(STRINGS[number]) == argument;
  }
}

// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests each call as the only call on a file. */
class EveryCallTest {
  /**
   * Replays each call after {@code open("o") = 3}, a pipe at 5 and 6, and a socket pair at 7 and 8.
   */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      value = {
        "open('n', O_RDONLY) = 9 -> 10 OPEN /w/n 0",
        "openat(AT_FDCWD, 'n', O_RDONLY) = 9 -> 10 OPEN /w/n 0",
        "openat2(AT_FDCWD, 'n', {flags=O_RDONLY, resolve=0}, 24) = 9 -> 10 OPEN /w/n 0",
        "openat2(3, 'n', {flags=O_RDONLY, resolve=RESOLVE_IN_ROOT}, 24) = 9 -> 10 gap UNKNOWN_CALL",
        "open_by_handle_at(5, '/d/n', 0x0) = 0x9 -> 10 OPEN /d/n 0",
        "open_by_handle_at(5, {handle_bytes=8}, O_RDONLY) = 9</d/n> -> 10 OPEN /d/n 0",
        "open_by_handle_at(5, {handle_bytes=8}, O_RDONLY) = 9 -> 10 gap UNKNOWN_CALL",
        "open_tree(AT_FDCWD, 'n', OPEN_TREE_CLOEXEC) = 9 -> ``",
        "creat('n', 0600) = 9 -> 10 bind /w/n; 10 CREATE /w/n 0",
        "dup(3) = 9 -> 10 OPEN /w/o 0",
        "dup2(3, 9) = 9 -> 10 OPEN /w/o 0",
        "dup3(3, 9, O_CLOEXEC) = 9 -> 10 OPEN /w/o 0",
        "fcntl(3, F_DUPFD, 0) = 9 -> 10 OPEN /w/o 0",
        "dup(5) = 9 -> 10 OPEN pipe:[10.1] 0",
        "truncate('n', 0) = 0 -> 10 cut /w/n",
        "truncate('n', 5) = 0 -> 10 WRITE /w/n 0",
        "ftruncate(3, 0x5) = 0 -> 10 WRITE /w/o 0",
        "fallocate(3, 0, 0, 9) = 0 -> 10 WRITE /w/o 0",
        "link('n', 'm') = 0 -> 10 bind /w/m",
        "linkat(AT_FDCWD, 'n', AT_FDCWD, 'm', 0) = 0 -> 10 bind /w/m",
        "symlink('n', 'm') = 0 -> 10 bind /w/m; 10 CREATE /w/m 0",
        "symlinkat('n', AT_FDCWD, 'm') = 0 -> 10 bind /w/m; 10 CREATE /w/m 0",
        "unlink('n') = 0 -> 10 unbind /w/n",
        "unlinkat(AT_FDCWD, 'n', 0) = 0 -> 10 unbind /w/n",
        "unlinkat(AT_FDCWD, 'n', AT_REMOVEDIR) = 0 -> 10 unbind /w/n",
        "rmdir('n') = 0 -> 10 unbind /w/n",
        "rename('n', 'm') = 0 -> 10 rename /w/n /w/m",
        "renameat(AT_FDCWD, 'n', AT_FDCWD, 'm') = 0 -> 10 rename /w/n /w/m",
        "renameat2(AT_FDCWD, 'n', AT_FDCWD, 'm', 0) = 0 -> 10 rename /w/n /w/m",
        "renameat2(AT_FDCWD, 'n', AT_FDCWD, 'm', RENAME_EXCHANGE) = 0 -> 10 exchange /w/n /w/m",
        "mkdir('n', 0700) = 0 -> 10 bind /w/n; 10 CREATE /w/n 0",
        "mkdirat(AT_FDCWD, 'n', 0700) = 0 -> 10 bind /w/n; 10 CREATE /w/n 0",
        "mknod('n', S_IFIFO|0600) = 0 -> 10 bind /w/n; 10 CREATE /w/n 0",
        "mknodat(AT_FDCWD, 'n', S_IFREG|0600) = 0 -> 10 bind /w/n; 10 CREATE /w/n 0",
        "chmod('n', 0600) = 0 -> 10 METADATA /w/n 0",
        "fchmod(3, 0600) = 0 -> 10 METADATA /w/o 0",
        "fchmodat(AT_FDCWD, 'n', 0600) = 0 -> 10 METADATA /w/n 0",
        "fchmodat2(AT_FDCWD, 'n', 0600, 0) = 0 -> 10 METADATA /w/n 0",
        "chown('n', 1, 1) = 0 -> 10 METADATA /w/n 0",
        "lchown('n', 1, 1) = 0 -> 10 METADATA /w/n 0",
        "fchown(3, 1, 1) = 0 -> 10 METADATA /w/o 0",
        "fchownat(AT_FDCWD, 'n', 1, 1, 0) = 0 -> 10 METADATA /w/n 0",
        "utime('n', NULL) = 0 -> 10 METADATA /w/n 0",
        "utimes('n', NULL) = 0 -> 10 METADATA /w/n 0",
        "utimensat(AT_FDCWD, 'n', NULL, 0) = 0 -> 10 METADATA /w/n 0",
        "futimesat(AT_FDCWD, 'n', NULL) = 0 -> 10 METADATA /w/n 0",
        "setxattr('n', 'user.a', 'v', 1, 0) = 0 -> 10 WRITE /w/n 0",
        "lsetxattr('n', 'user.a', 'v', 1, 0) = 0 -> 10 WRITE /w/n 0",
        "fsetxattr(3, 'user.a', 'v', 1, 0) = 0 -> 10 WRITE /w/o 0",
        "setxattr('n', 'security.a', 'v', 1, 0) = 0 -> 10 METADATA /w/n 0",
        "getxattr('n', 'user.a', 'v', 9) = 1 -> 10 READ /w/n 1",
        "lgetxattr('n', 'user.a', 'v', 9) = 1 -> 10 READ /w/n 1",
        "fgetxattr(3, 'user.a', 'v', 9) = 1 -> 10 READ /w/o 1",
        "setxattrat(AT_FDCWD, 'n', 0, 'user.a', 0x1, 0x10) = 0 -> 10 WRITE /w/n 0",
        "setxattrat(3, '', 0x1000, 'user.a', 0x1, 0x10) = 0 -> 10 WRITE /w/o 0",
        "getxattrat(AT_FDCWD, 'n', 0, 'user.a', 0x1, 0x10) = 1 -> 10 READ /w/n 1",
        "getxattrat(3, '', 0x1000, 'user.a', 0x1, 0x10) = 1 -> 10 READ /w/o 1",
        "removexattrat(AT_FDCWD, 'n', 0, 'user.a') = 0 -> 10 METADATA /w/n 0",
        "getxattr('n', 'security.a', 'v', 9) = 1 -> ``",
        "removexattr('n', 'user.a') = 0 -> 10 METADATA /w/n 0",
        "lremovexattr('n', 'user.a') = 0 -> 10 METADATA /w/n 0",
        "fremovexattr(3, 'user.a') = 0 -> 10 METADATA /w/o 0",
        "setuid(7) = 0 -> 10 ASSOCIATE user 7 0",
        "setreuid(-1, 7) = 0 -> 10 ASSOCIATE user 7 0",
        "setresuid(-1, 7, -1) = 0 -> 10 ASSOCIATE user 7 0",
        "setfsuid(7) = 0 -> 10 ASSOCIATE user 7 0",
        "setgid(7) = 0 -> 10 ASSOCIATE group 7 0",
        "setregid(-1, 7) = 0 -> 10 ASSOCIATE group 7 0",
        "setresgid(-1, 7, -1) = 0 -> 10 ASSOCIATE group 7 0",
        "setfsgid(7) = 0 -> 10 ASSOCIATE group 7 0",
        "setresgid(-1, -1, 3) = 0 -> ``",
        "read(3, 'x', 9) = 1 -> 10 READ /w/o 1",
        "pread64(3, 0x1, 0x9) = 0x1 -> 10 READ /w/o 1",
        "write(3, 'x', 1) = 1 -> 10 WRITE /w/o 1",
        "pwrite64(3, 0x1, 0x9) = 0x1 -> 10 WRITE /w/o 1",
        "copy_file_range(3, NULL, 6, NULL, 9, 0) = 9 -> 10 READ /w/o 9; 10 WRITE pipe:[10.1] 9",
        "tee(5, 6, 9, 0) = 9 -> 10 READ pipe:[10.1] 9; 10 WRITE pipe:[10.1] 9",
        "vmsplice(6, [{iov_base='x', iov_len=1}], 1, 0) = 1 -> 10 WRITE pipe:[10.1] 1",
        "mmap(NULL, 4096, PROT_READ, MAP_SHARED, 3, 0) = 0x7000 -> 10 READ BEGIN /w/o 0",
        "sendto(7, 'x', 1, 0, NULL, 0) = 1 -> 10 WRITE socketpair of 10 sent 1",
        "mprotect(0x9000, 4096, PROT_READ) = 0 -> ``",
        "io_uring_setup(8, {flags=0}) = 9 -> 10 gap IO_URING",
        "setns(3, CLONE_NEWNS) = 0 -> 10 gap UNKNOWN_CALL",
        "unshare(CLONE_NEWNS) = 0 -> ``",
        "mount('none', '/', NULL, MS_REC|MS_PRIVATE, NULL) = 0 -> ``",
        "mount('n', 'm', NULL, MS_BIND, NULL) = 0 -> ``",
        "mount('n', 'm', NULL, 0x1021, NULL) = 0 -> ``",
        "mount('none', 'm', 'tmpfs', 0, NULL) = 0 -> 10 gap UNKNOWN_CALL",
        "umount2('m', 0) = 0 -> 10 gap UNKNOWN_CALL",
        "move_mount(9, '', AT_FDCWD, 'm', 4) = 0 -> 10 gap UNKNOWN_CALL",
        "add_key('user', 'k', 'v', 1, KEY_SPEC_USER_KEYRING) = 7 -> 10 gap UNKNOWN_CALL",
        "keyctl(KEYCTL_READ, 7, 'v', 9) = 1 -> 10 gap UNKNOWN_CALL",
        "keyctl(KEYCTL_JOIN_SESSION_KEYRING, 'k') = 7 -> ``",
        "bpf(BPF_MAP_LOOKUP_ELEM, {map_fd=3}, 32) = 0 -> 10 gap UNKNOWN_CALL",
        "unfollowed(0x1, 0x2) = 0x0 -> 10 gap UNKNOWN_CALL",
        "unfollowed(0x1, 0x2) = -1 E -> ``",
        "exit_group(3) = ? -> 10 exit 3",
      })
  void recordsCall(String call, String expected) {
    ReplayFixture replay = new ReplayFixture();
    replay.after(
        "open(\"o\", O_RDWR) = 3",
        "pipe([5, 6]) = 0",
        "socketpair(AF_UNIX, SOCK_STREAM, 0, [7, 8]) = 0");
    List<String> found = replay.after(call.replace('\'', '"'));
    assertThat(String.join("; ", found)).isEqualTo(expected);
  }
}

// SPDX-License-Identifier: Apache-2.0
// The 44 system calls of ProvMark. Prepares all of them, and makes one of them if the last word is "with".
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *name;
static int with;

// True for the chosen call, if it is to be made.
#define MAKE(call) (with && strcmp(name, call) == 0)

static int child(void *unused) {
  (void)unused;
  _exit(0);
}

static void check(long result, const char *call) {
  if (result < 0) {
    perror(call);
    exit(1);
  }
}

#define CALL(text, expression) \
  if (MAKE(text)) check((long)(expression), text)

static void files(void) {
  char data[8] = "abc";
  int fd = open("f", O_RDWR);
  check(fd, "open f");
  CALL("close", close(fd));
  CALL("creat", creat("new", 0600));
  CALL("dup", dup(fd));
  CALL("dup2", dup2(fd, 20));
  CALL("dup3", dup3(fd, 20, O_CLOEXEC));
  CALL("link", link("f", "new"));
  CALL("linkat", linkat(AT_FDCWD, "f", AT_FDCWD, "new", 0));
  CALL("symlink", symlink("f", "new"));
  CALL("symlinkat", symlinkat("f", AT_FDCWD, "new"));
  CALL("mknod", mknod("new", S_IFIFO | 0600, 0));
  CALL("mknodat", mknodat(AT_FDCWD, "new", S_IFIFO | 0600, 0));
  CALL("open", syscall(SYS_open, "g", O_RDWR));
  CALL("openat", openat(AT_FDCWD, "g", O_RDWR));
  CALL("read", read(fd, data, 1));
  CALL("pread", pread(fd, data, 1, 1));
  CALL("rename", rename("f", "new"));
  CALL("renameat", renameat(AT_FDCWD, "f", AT_FDCWD, "new"));
  CALL("truncate", truncate("f", 1));
  CALL("ftruncate", ftruncate(fd, 1));
  CALL("unlink", unlink("f"));
  CALL("unlinkat", unlinkat(AT_FDCWD, "f", 0));
  CALL("write", write(fd, data, 1));
  CALL("pwrite", pwrite(fd, data, 1, 1));
  CALL("chmod", chmod("f", 0640));
  CALL("fchmod", fchmod(fd, 0640));
  CALL("fchmodat", fchmodat(AT_FDCWD, "f", 0640, 0));
  CALL("chown", chown("f", 65534, 65534));
  CALL("fchown", fchown(fd, 65534, 65534));
  CALL("fchownat", fchownat(AT_FDCWD, "f", 65534, 65534, 0));
}

static void processes(void) {
  static char stack[65536];
  pid_t waiting = fork();
  if (waiting == 0) for (;;) pause();
  CALL("kill", kill(waiting, SIGUSR1));
  CALL("clone", clone(child, stack + sizeof stack, SIGCHLD, NULL));
  if (MAKE("fork") && fork() == 0) _exit(0);
  if (MAKE("vfork") && vfork() == 0) _exit(0);
  if (MAKE("exit")) {
    syscall(SYS_kill, waiting, SIGKILL);
    exit(0);
  }
  CALL("setgid", setgid(65534));
  CALL("setregid", setregid(65534, 65534));
  CALL("setresgid", setresgid(65534, 65534, 65534));
  if (!MAKE("kill")) kill(waiting, SIGKILL);
  while (wait(NULL) > 0) {}
  CALL("setuid", setuid(65534));
  CALL("setreuid", setreuid(65534, 65534));
  CALL("setresuid", setresuid(65534, 65534, 65534));
}

static void pipes(void) {
  int from[2], to[2];
  check(pipe2(from, 0), "pipe2");
  check(pipe2(to, 0), "pipe2");
  check(write(from[1], "a", 1), "write");
  CALL("pipe", syscall(SYS_pipe, to));
  CALL("pipe2", pipe2(to, O_CLOEXEC));
  CALL("tee", tee(from[0], to[1], 1, 0));
}

int main(int count, char **words) {
  name = words[1];
  with = strcmp(words[2], "with") == 0;
  (void)count;
  files();
  pipes();
  processes();
  if (MAKE("execve")) execve("/bin/true", (char *[]){"true", NULL}, (char *[]){NULL});
  return 0;
}

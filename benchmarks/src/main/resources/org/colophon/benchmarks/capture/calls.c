// SPDX-License-Identifier: Apache-2.0
/*
 * System-call load in the manner of UnixBench, written anew: each test runs for the given seconds
 * and prints the number of its loops and the elapsed seconds.
 *
 *   calls SECONDS TEST DIRECTORY
 *
 * The test execl passes one more argument to itself: the loops so far and the time of the start.
 *
 * Tests: fcopy-256 fcopy-1024 fcopy-4096 pipe context execl spawn shell-1 shell-8 syscall
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define COPY_BLOCKS 500

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void fail(const char *what) {
  fprintf(stderr, "calls: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void report(long loops, double begin) {
  printf("%ld %.6f\n", loops, now() - begin);
}

/* Fills a file, then copies it to another file repeatedly, with the same buffer size. */
static void fcopy(double seconds, const char *directory, size_t size) {
  char from[4096], to[4096], *buffer = calloc(1, size);
  snprintf(from, sizeof from, "%s/from", directory);
  snprintf(to, sizeof to, "%s/to", directory);
  int in = open(from, O_RDWR | O_CREAT | O_TRUNC, 0600);
  int out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (in < 0 || out < 0) fail("open");
  for (int i = 0; i < COPY_BLOCKS; i++)
    if (write(in, buffer, size) != (ssize_t)size) fail("write");
  long loops = 0;
  double begin = now();
  while (now() - begin < seconds) {
    lseek(in, 0, SEEK_SET);
    lseek(out, 0, SEEK_SET);
    ssize_t n;
    while ((n = read(in, buffer, size)) > 0) {
      if (write(out, buffer, n) != n) fail("write");
      loops++;
    }
  }
  report(loops, begin);
}

/* A single process writes 512 bytes into a pipe and reads them back. */
static void pipe_throughput(double seconds) {
  int ends[2];
  char buffer[512] = {0};
  if (pipe(ends)) fail("pipe");
  long loops = 0;
  double begin = now();
  while (now() - begin < seconds)
    for (int i = 0; i < 16; i++, loops++) {
      if (write(ends[1], buffer, sizeof buffer) != sizeof buffer) fail("write");
      if (read(ends[0], buffer, sizeof buffer) != sizeof buffer) fail("read");
    }
  report(loops, begin);
}

/* Two processes exchange an increasing number through two pipes. */
static void context(double seconds) {
  int there[2], back[2];
  if (pipe(there) || pipe(back)) fail("pipe");
  pid_t child = fork();
  if (child < 0) fail("fork");
  long number;
  if (child == 0) {
    close(there[1]);
    while (read(there[0], &number, sizeof number) == sizeof number)
      if (write(back[1], &number, sizeof number) != sizeof number) _exit(1);
    _exit(0);
  }
  long loops = 0;
  double begin = now();
  while (now() - begin < seconds) {
    long answer = -1;
    if (write(there[1], &loops, sizeof loops) != sizeof loops) fail("write");
    if (read(back[0], &answer, sizeof answer) != sizeof answer) fail("read");
    if (answer != loops) fail("wrong answer");
    loops++;
  }
  report(loops, begin);
  close(there[1]);
  waitpid(child, NULL, 0);
}

/* Executes itself repeatedly. Its arguments contain the count and the start time. */
static void exec_self(double seconds, char **argv, const char *state) {
  long loops = 0;
  double begin = now();
  if (state && sscanf(state, "%ld:%lf", &loops, &begin) != 2) fail("state");
  if (now() - begin >= seconds) {
    report(loops, begin);
    return;
  }
  char next[64];
  snprintf(next, sizeof next, "%ld:%.6f", loops + 1, begin);
  execl(argv[0], argv[0], argv[1], argv[2], argv[3], next, (char *)NULL);
  fail("execl");
}

static void spawn(double seconds) {
  long loops = 0;
  double begin = now();
  while (now() - begin < seconds) {
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) _exit(0);
    int status;
    if (waitpid(child, &status, 0) != child || status) fail("waitpid");
    loops++;
  }
  report(loops, begin);
}

/* Runs rounds of small commands, with several rounds concurrently. */
static void shell(double seconds, const char *directory, int at_once) {
  char script[8192];
  snprintf(script, sizeof script,
           "f=%s/shell.$$; sort >$f.a <%s/words; od -c $f.a | sort -r >$f.b;"
           " grep a $f.b | tee $f.c | wc -l >/dev/null; rm -f $f.*",
           directory, directory);
  char words[4096];
  snprintf(words, sizeof words, "%s/words", directory);
  FILE *file = fopen(words, "w");
  if (!file) fail("words");
  for (int i = 0; i < 200; i++) fprintf(file, "word %d\n", i * 7919 % 200);
  fclose(file);
  long loops = 0;
  double begin = now();
  while (now() - begin < seconds) {
    for (int i = 0; i < at_once; i++) {
      pid_t child = fork();
      if (child < 0) fail("fork");
      if (child == 0) {
        execl("/bin/sh", "sh", "-c", script, (char *)NULL);
        _exit(127);
      }
    }
    for (int i = 0, status; i < at_once; i++)
      if (wait(&status) < 0 || status) fail("shell round");
    loops++;
  }
  report(loops, begin);
}

static void syscalls(double seconds) {
  long loops = 0;
  double begin = now();
  while (now() - begin < seconds)
    for (int i = 0; i < 16; i++, loops++) {
      close(dup(0));
      getppid();
      getuid();
      umask(022);
    }
  report(loops, begin);
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: calls SECONDS TEST DIRECTORY\n");
    return 2;
  }
  double seconds = atof(argv[1]);
  const char *test = argv[2], *directory = argv[3];
  if (!strncmp(test, "fcopy-", 6)) fcopy(seconds, directory, atoi(test + 6));
  else if (!strcmp(test, "pipe")) pipe_throughput(seconds);
  else if (!strcmp(test, "context")) context(seconds);
  else if (!strcmp(test, "execl")) exec_self(seconds, argv, argc > 4 ? argv[4] : NULL);
  else if (!strcmp(test, "spawn")) spawn(seconds);
  else if (!strcmp(test, "shell-1")) shell(seconds, directory, 1);
  else if (!strcmp(test, "shell-8")) shell(seconds, directory, 8);
  else if (!strcmp(test, "syscall")) syscalls(seconds);
  else {
    fprintf(stderr, "calls: no test is called '%s'\n", test);
    return 2;
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Functions that return, and functions that do not.
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define KEPT __attribute__((noinline))

static jmp_buf place;

KEPT int sum(int a, int b) { return a + b; }
KEPT static double half(double x) { return x / 2; }
KEPT unsigned char size_of(const char *text) { return strlen(text); }

KEPT static void jump(int depth) {
  if (depth == 0) longjmp(place, 1);
  jump(depth - 1);
  puts("");
}

KEPT static void *work(void *given) {
  sum(*(int *)given, 1);
  return 0;
}

KEPT static void handler(int signal) { sum(signal, 1000); }

KEPT static void copy(const char *from, const char *to) {
  char text[64];
  int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ssize_t count = read(in, text, sizeof(text));
  if (write(out, text, count) < 0) perror("write");
  close(in);
  close(out);
}

KEPT static void print(const char *to) {
  FILE *file = fopen(to, "w");
  fprintf(file, "%d\n", sum(20, 22));
  fclose(file);
}

KEPT static void leave(int status) {
  sum(status, 0);
  exit(status);
}

int main(int count, char **words) {
  const char *what = words[1];
  if (!strcmp(what, "values")) {
    sum(-3, 5);
    half(5);
    size_of("text");
  } else if (!strcmp(what, "jump")) {
    if (!setjmp(place)) jump(3);
    sum(1, 1);
  } else if (!strcmp(what, "threads")) {
    pthread_t threads[4];
    int numbers[4];
    for (int i = 0; i < 4; i++) {
      numbers[i] = i * 10;
      pthread_create(&threads[i], 0, work, &numbers[i]);
    }
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  } else if (!strcmp(what, "signal")) {
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    sum(2, 2);
  } else if (!strcmp(what, "fork")) {
    if (!fork()) {
      sum(100, 1);
      _exit(0);
    }
    wait(0);
    sum(200, 1);
  } else if (!strcmp(what, "files")) {
    copy(words[2], words[3]);
    print(words[4]);
  } else if (!strcmp(what, "crash")) {
    sum(7, 7);
    *(volatile int *)0 = 0;
  } else if (!strcmp(what, "leave")) {
    leave(9);
  } else if (!strcmp(what, "many")) {
    int total = 0;
    for (int i = 0; i < atoi(words[2]); i++) total = sum(total, 1);
    printf("%d\n", total);
  }
  return count > 9;
}

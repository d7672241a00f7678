// SPDX-License-Identifier: Apache-2.0
// Tail calls, as deep as the argument, that overflow the stack if each keeps a frame.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define KEPT __attribute__((noinline))

KEPT static int is_odd(int n);
KEPT static int is_even(int n) { return n ? is_odd(n - 1) : 1; }
static int is_odd(int n) { return n ? is_even(n - 1) : 0; }
KEPT static long sum(long n, long total) { return n ? sum(n - 1, total + n) : total; }
KEPT static ssize_t say(const char *text) { return write(1, text, 5); }

int main(int count, char **words) {
  int depth = atoi(words[1]);
  printf("%ld\n", sum(depth, 0));
  fflush(stdout);
  if (say("tail\n") != 5) return 1;
  printf("%d\n", is_even(depth));
  return count > 9;
}

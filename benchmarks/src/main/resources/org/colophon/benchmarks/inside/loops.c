// SPDX-License-Identifier: Apache-2.0
// Work for the benchmark of functions and bytes: loops.c KIND COUNT. Prints the nanoseconds of a loop.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

__attribute__((noinline)) static long add(long a, long b) {
  __asm__ volatile("");
  return a + b;
}

static long calls(long count) {
  long total = 0;
  for (long i = 0; i < count; i++) total = add(total, i);
  return total;
}

// Computes with numbers that do not come from a file.
static long sieve(long count) {
  enum { SIZE = 1000001 };
  static char composite[SIZE];
  long primes = 0;
  for (long round = 0; round < count; round++) {
    memset(composite, 0, SIZE);
    for (long i = 2; i * i < SIZE; i++)
      if (!composite[i])
        for (long j = i * i; j < SIZE; j += i) composite[j] = 1;
    for (long i = 2; i < SIZE; i++) primes += !composite[i];
  }
  return primes;
}

int main(int count, char **words) {
  struct timespec begin, end;
  long loops = atol(words[2]);
  clock_gettime(CLOCK_MONOTONIC, &begin);
  long result = words[1][0] == 'c' ? calls(loops) : sieve(loops);
  clock_gettime(CLOCK_MONOTONIC, &end);
  double nanos = (end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec);
  printf("%.3f\n", nanos / loops);
  return result == 0 || count != 3;
}

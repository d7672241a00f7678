// SPDX-License-Identifier: Apache-2.0
// Prints the distance between the frames of two nested calls, for functions with different arguments.
#include <stdint.h>
#include <stdio.h>

#define KEPT __attribute__((noinline))

static uintptr_t last;

KEPT static void measure(const char *name, const void *local) {
  uintptr_t here = (uintptr_t)local;
  if (last) printf("%s %ld\n", name, (long)(last - here));
  last = last ? 0 : here;
}

KEPT long none(void) {
  static int depth;
  volatile char local = 0;
  measure("none", (const void *)&local);
  return (++depth & 1 ? none() : 0) + local;
}

KEPT long two(long a, long b) {
  volatile char local = a;
  measure("two", (const void *)&local);
  return (a ? two(a - 1, b) : b) + local;
}

KEPT long eight(long a, long b, long c, long d, long e, long f, long g, long h) {
  volatile char local = a;
  measure("eight", (const void *)&local);
  return (a ? eight(a - 1, b, c, d, e, f, g, h) : b + c + d + e + f + g + h) + local;
}

KEPT double reals(double a, double b, const char *text) {
  volatile double local = a;
  measure(text, (const void *)&local);
  return (a > 0 ? reals(a - 1, b, text) : b) + local;
}

KEPT int prints(int a, FILE *to) {
  volatile char local = a;
  measure("prints", (const void *)&local);
  if (fputc(a, to) < 0 || fprintf(to, "%d", a) < 0 || fgetc(to) > 300) return -1;
  return (a ? prints(a - 1, to) : 0) + local;
}

int main(void) {
  FILE *none_read = fopen("/dev/null", "w+");
  return none() + two(1, 2) + eight(1, 2, 3, 4, 5, 6, 7, 8) + reals(1, 2, "reals") + prints(1, none_read) < 0;
}

// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
static char kept[64];
static unsigned seed = 3;
static int any(void) { return (seed = seed * 1103515245 + 12345) >> 16 & 7; }

__attribute__((noinline)) static void append(FILE *to, const char *name) {
  char text[64];
  FILE *from = fopen(name, "r");
  size_t count = fread(text, 1, sizeof(text), from);
  fclose(from);
  fwrite(text, 1, count, to);
}

__attribute__((noinline)) static void join(const char *one, const char *other, const char *name) {
  FILE *to = fopen(name, "w");
  append(to, one);
  append(to, other);
  fclose(to);
}

__attribute__((noinline)) static void copy(const char *one, const char *name) {
  char text[64];
  FILE *from = fopen(one, "r");
  size_t count = fread(text, 1, sizeof(text), from);
  fclose(from);
  FILE *to = fopen(name, "w");
  fwrite(text, 1, count, to);
  fclose(to);
}

__attribute__((noinline)) static void keep(const char *name) {
  FILE *from = fopen(name, "r");
  kept[fread(kept, 1, sizeof(kept) - 1, from)] = 0;
  fclose(from);
}

__attribute__((noinline)) static void put(const char *name) {
  FILE *to = fopen(name, "w");
  fputs(kept, to);
  fclose(to);
}

int main(void) {
  FILE *truth = fopen("truth", "w");
  for (int i = 0; i < 24; i++) {
    char one[16], other[16], out[16];
    snprintf(one, sizeof(one), "in%d", any());
    snprintf(other, sizeof(other), "in%d", any());
    snprintf(out, sizeof(out), "out%d", i);
    fprintf(truth, "%s %s", out, one);
    if (i % 4 == 0) {
      join(one, other, out);
      fprintf(truth, " %s", other);
    } else if (i % 4 == 1) {
      keep(one);
      put(out);
    } else {
      copy(one, out);
    }
    fputc('\n', truth);
  }
  fclose(truth);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
/* Reads a file through a mapping. Creates another file and writes it through a mapping. */
#include <ctype.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int count, char **words) {
  int in = open(words[1], O_RDONLY);
  int out = open(words[2], O_RDWR | O_CREAT | O_EXCL, 0600);
  struct stat status;
  if (count < 3 || in < 0 || out < 0 || fstat(in, &status) || ftruncate(out, status.st_size)) {
    return 1;
  }
  char *from = mmap(0, status.st_size, PROT_READ, MAP_PRIVATE, in, 0);
  char *to = mmap(0, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, out, 0);
  if (from == MAP_FAILED || to == MAP_FAILED) {
    return 2;
  }
  for (long i = 0; i < status.st_size; i++) {
    to[i] = (char) toupper(from[i]);
  }
  return munmap(to, status.st_size) || close(out);
}

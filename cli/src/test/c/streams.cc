// SPDX-License-Identifier: Apache-2.0
// Functions that read and write files in different ways, and ignore each other.
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>

#define KEPT __attribute__((noinline))

KEPT int streams(const char *in, const char *out) {
  std::ifstream from(in);
  std::ofstream to(out);
  std::string line;
  int lines = 0;
  while (std::getline(from, line)) {
    to << line << "\n";
    lines++;
  }
  return lines;
}

KEPT int sends(const char *in, const char *out) {
  int from = open(in, O_RDONLY), to = open(out, O_CREAT | O_WRONLY | O_TRUNC, 0600);
  int count = sendfile(to, from, 0, 100);
  return close(from) + close(to) + count;
}

KEPT int copies(const char *in, const char *out) {
  int from = open(in, O_RDONLY), to = open(out, O_CREAT | O_WRONLY | O_TRUNC, 0600);
  int count = copy_file_range(from, 0, to, 0, 100, 0);
  return close(from) + close(to) + count;
}

KEPT int maps(const char *in, const char *out) {
  int from = open(in, O_RDONLY), to = open(out, O_CREAT | O_WRONLY | O_TRUNC, 0600);
  void *text = mmap(0, 4096, PROT_READ, MAP_PRIVATE, from, 0);
  int count = syscall(1, to, text, 2);
  return munmap(text, 4096) + count;
}

KEPT int renames(const char *from, const char *to) { return rename(from, to) + 1; }

KEPT int stdios(const char *in, const char *out) {
  FILE *from = fopen(in, "r"), *to = fopen(out, "w");
  char text[100];
  size_t count = fread(text, 1, 100, from);
  fwrite(text, 1, count, to);
  fclose(from);
  fclose(to);
  return count;
}

KEPT void throws(const char *in) {
  std::ifstream from(in);
  std::string line;
  std::getline(from, line);
  throw std::runtime_error(line);
}

KEPT void catches(const char *in, const char *out) {
  try {
    throws(in);
  } catch (std::exception &e) {
    std::ofstream to(out);
    to << e.what();
  }
}

int main() {
  streams("i1", "o1");
  sends("i2", "o2");
  copies("i3", "o3");
  maps("i4", "o4");
  renames("o4", "o5");
  stdios("i6", "o6");
  catches("i7", "o7");
  std::cout << "done" << std::endl;
}

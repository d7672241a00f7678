// SPDX-License-Identifier: Apache-2.0
/* Reads a file. Its child, whose first call is an open, writes the content to another file. */
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
  char content[4096];
  int in = open(words[1], O_RDONLY);
  long length = count < 3 || in < 0 ? -1 : read(in, content, sizeof content);
  if (length < 0) {
    return 1;
  }
  close(in);
  int child = vfork();
  if (child == 0) {
    int out = open(words[2], O_WRONLY | O_CREAT | O_EXCL, 0600);
    _exit(out < 0 || write(out, content, length) != length);
  }
  int status;
  return waitpid(child, &status, 0) != child || status != 0;
}

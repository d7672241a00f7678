// SPDX-License-Identifier: Apache-2.0
/*
 * Attaches all programs of a BPF object, runs a command, and ends with its status.
 *
 *   attach OBJECT COMMAND...
 */
#include <bpf/libbpf.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 3) {
    fprintf(stderr, "usage: attach OBJECT COMMAND...\n");
    return 2;
  }
  struct bpf_object *object = bpf_object__open_file(argv[1], NULL);
  if (!object || bpf_object__load(object)) {
    fprintf(stderr, "attach: cannot load %s\n", argv[1]);
    return 1;
  }
  struct bpf_program *program;
  bpf_object__for_each_program(program, object) {
    if (!bpf_program__attach(program)) {
      fprintf(stderr, "attach: cannot attach %s\n", bpf_program__name(program));
      return 1;
    }
  }
  pid_t child = fork();
  if (child == 0) {
    execvp(argv[2], argv + 2);
    perror(argv[2]);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
    fprintf(stderr, "attach: %s did not run to its end\n", argv[2]);
    return 1;
  }
  return WEXITSTATUS(status);
}

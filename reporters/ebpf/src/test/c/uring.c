// SPDX-License-Identifier: Apache-2.0
// Performs the operations in its arguments through io_uring, one after another:
//   open PATH | create PATH | close | read | write | readv | writev | fixed | rename A B |
//   unlink PATH | mkdir PATH | exec PATH (of a file to print) | sqpoll (first).
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/io_uring.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int ring;
static int polls;
static struct io_uring_params params;
static char *sq, *cq;
static struct io_uring_sqe *sqes;
static char buffer[4096];
static struct iovec vector = {buffer, sizeof(buffer)};

static unsigned *at(char *base, unsigned offset) { return (unsigned *)(base + offset); }

static void *map(size_t length, off_t offset) {
  void *mapped =
      mmap(0, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, offset);
  if (mapped == MAP_FAILED) exit(99);
  return mapped;
}

static void setup(void) {
  params.flags = polls ? IORING_SETUP_SQPOLL : 0;
  ring = syscall(SYS_io_uring_setup, 4, &params);
  if (ring < 0) exit(98);
  sq = map(params.sq_off.array + params.sq_entries * sizeof(unsigned), IORING_OFF_SQ_RING);
  cq = map(params.cq_off.cqes + params.cq_entries * sizeof(struct io_uring_cqe), IORING_OFF_CQ_RING);
  sqes = map(params.sq_entries * sizeof(struct io_uring_sqe), IORING_OFF_SQES);
}

static int run(struct io_uring_sqe request) {
  unsigned *tail = at(sq, params.sq_off.tail);
  unsigned index = *tail & *at(sq, params.sq_off.ring_mask);
  sqes[index] = request;
  at(sq, params.sq_off.array)[index] = index;
  __atomic_store_n(tail, *tail + 1, __ATOMIC_SEQ_CST);
  int flags = IORING_ENTER_GETEVENTS;
  if (polls && (*at(sq, params.sq_off.flags) & IORING_SQ_NEED_WAKEUP)) flags |= IORING_ENTER_SQ_WAKEUP;
  syscall(SYS_io_uring_enter, ring, polls ? 0 : 1, 1, flags, 0, 0);
  unsigned *head = at(cq, params.cq_off.head);
  while (__atomic_load_n(at(cq, params.cq_off.tail), __ATOMIC_ACQUIRE) == *head) usleep(100);
  struct io_uring_cqe *entries = (struct io_uring_cqe *)(cq + params.cq_off.cqes);
  int result = entries[*head & *at(cq, params.cq_off.ring_mask)].res;
  __atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
  if (result < 0) {
    fprintf(stderr, "request %d: %s\n", request.opcode, strerror(-result));
    exit(97);
  }
  return result;
}

#define RUN(...) run((struct io_uring_sqe){__VA_ARGS__})
#define PATH(text) .fd = AT_FDCWD, .addr = (unsigned long)(text)

int main(int count, char **words) {
  int i = 1, fd = -1, length = 0;
  if (count > 1 && !strcmp(words[1], "sqpoll")) polls = i++;
  setup();
  for (; i < count; i++) {
    char *word = words[i];
    if (!strcmp(word, "open")) {
      fd = RUN(.opcode = IORING_OP_OPENAT, PATH(words[++i]), .open_flags = O_RDONLY);
    } else if (!strcmp(word, "create")) {
      int flags = O_WRONLY | O_CREAT | O_TRUNC;
      fd = RUN(.opcode = IORING_OP_OPENAT, PATH(words[++i]), .open_flags = flags, .len = 0644);
    } else if (!strcmp(word, "close")) {
      RUN(.opcode = IORING_OP_CLOSE, .fd = fd);
    } else if (!strcmp(word, "read")) {
      length = RUN(.opcode = IORING_OP_READ, .fd = fd, .addr = (unsigned long)buffer,
                   .len = sizeof(buffer), .off = -1);
    } else if (!strcmp(word, "readv")) {
      length = RUN(.opcode = IORING_OP_READV, .fd = fd, .addr = (unsigned long)&vector, .len = 1,
                   .off = -1);
    } else if (!strcmp(word, "write")) {
      RUN(.opcode = IORING_OP_WRITE, .fd = fd, .addr = (unsigned long)buffer, .len = length,
          .off = -1);
    } else if (!strcmp(word, "writev")) {
      vector.iov_len = length;
      RUN(.opcode = IORING_OP_WRITEV, .fd = fd, .addr = (unsigned long)&vector, .len = 1, .off = -1);
    } else if (!strcmp(word, "fixed")) {
      syscall(SYS_io_uring_register, ring, IORING_REGISTER_FILES, &fd, 1);
      RUN(.opcode = IORING_OP_WRITE, .flags = IOSQE_FIXED_FILE, .fd = 0,
          .addr = (unsigned long)buffer, .len = length, .off = -1);
    } else if (!strcmp(word, "rename")) {
      char *from = words[++i];
      RUN(.opcode = IORING_OP_RENAMEAT, PATH(from), .len = AT_FDCWD,
          .addr2 = (unsigned long)words[++i]);
    } else if (!strcmp(word, "unlink")) {
      RUN(.opcode = IORING_OP_UNLINKAT, PATH(words[++i]));
    } else if (!strcmp(word, "mkdir")) {
      RUN(.opcode = IORING_OP_MKDIRAT, PATH(words[++i]), .len = 0755);
    } else if (!strcmp(word, "exec")) {
      execlp("cat", "cat", words[++i], (char *)0);
    }
  }
  return 0;
}

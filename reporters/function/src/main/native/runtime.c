// SPDX-License-Identifier: Apache-2.0
// Runtime of programs that the compiler plug-in instrumented. Each thread writes binary records to
// its own mapped file, so that a crash of the program loses no record. See functions.h.
//
// The environment variable COLOPHON_FUNCTIONS enables recording. Its value has the form
// directory=DIR;functions=GLOB,GLOB;depth=N;min-nanos=N;exported=1;sample=N;alone=1
#define _GNU_SOURCE
#include "functions.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define HIDDEN __attribute__((visibility("hidden")))
#define WINDOW (1u << 15)       // bytes of the ring that are mapped at once; most programs need few
#define FILE_WINDOW (1u << 20)  // the same without a tracer that reads the log
#define WINDOWS (COLOPHON_RING / WINDOW)
#define MAX_WAITS 30000         // milliseconds; a busy host may not run the reader for some seconds
#define MAX_DEPTH 4096
#define MAX_TEXT 64
#define MAX_GLOBS 32
#define MAX_FILES 64

volatile char colophon_is_recording;

// Set once, before the first record.
static struct {
  char directory[PATH_MAX];
  char globs[PATH_MAX];
  const char *glob[MAX_GLOBS];
  int globs_count;
  uint32_t depth;
  uint64_t min_nanos;
  uint32_t sample;
  char is_exported_only;
  char is_partial;  // not all calls are recorded
  char is_alone;  // there is no tracer
  char is_set;
} settings;

// The log contains no call, this call, or a call that ended in a tail call of this one.
enum { NOT_RECORDED, RECORDED, REPLACING };

struct call {
  struct colophon_function *function;
  void **frame;
  void *caller;    // the return address
  uint64_t nanos;  // time of the entry, or 1 if not needed; 0 if the call is not to be recorded
  char recorded;
  char tail;       // 1 in a tail call, 2 if it may be a call of the same function
  uint64_t arguments[COLOPHON_MAX_ARGUMENTS];
};

struct file {
  dev_t device;
  ino_t inode;
  char is_known;
};

// The state of a thread.
struct thread {
  struct colophon_log *log;
  char *window;           // mapped part of the log
  char *windows[WINDOWS];
  uint64_t window_start;  // position in the log
  uint64_t at;            // position of the next record in the log
  int fd;
  char is_busy;
  char is_broken;
  uint32_t calls;         // number of calls on the stack
  char is_timed;          // no system call is possible since the last recorded time
  const void *returned;   // address of the function whose result is the last record; null if none
  uint32_t entered;       // calls so far, for sampling
  uint64_t described;     // functions with a lower id are in the log
  struct file files[MAX_FILES];
  struct call stack[MAX_DEPTH];
};

static __thread struct thread *current;
static pthread_key_t key;
static uint32_t functions;  // number of known functions
static struct colophon_function **known;
static uint32_t known_room;
static pthread_mutex_t known_lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + time.tv_nsec;
}

// --- the log of a thread ---

static char *map(int fd, uint64_t offset, uint64_t bytes) {
  // Reserves disk space. Otherwise a full disk would kill the program with SIGBUS.
  int error = posix_fallocate(fd, offset, bytes);
  if (error) return 0;
  char *mapped = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, offset);
  if (mapped == MAP_FAILED) return 0;
  madvise(mapped, bytes, MADV_DONTFORK);  // a child writes its own log
  return mapped;
}

static uint32_t text(char *to, uint32_t room, const char *path) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  ssize_t count = read(fd, to, room);
  close(fd);
  return count < 0 ? 0 : count;
}

static uint64_t start_ticks(void) {
  char line[1024];
  uint32_t count = text(line, sizeof(line) - 1, "/proc/self/stat");
  line[count] = 0;
  char *at = strrchr(line, ')');
  for (int i = 0; at && i < 20; i++) at = strchr(at + 1, ' ');
  return at ? strtoull(at, 0, 10) : 0;
}

static uint32_t link_text(char *to, uint32_t room, const char *path) {
  ssize_t count = readlink(path, to, room - 1);
  to[count < 0 ? 0 : count] = 0;
  return (count < 0 ? 0 : count) + 1;
}

static void describe_process(struct colophon_log *log) {
  log->pid = getpid();
  log->tid = syscall(SYS_gettid);
  log->parent = getppid();
  log->start_ticks = start_ticks();
  uint32_t at = link_text(log->text, PATH_MAX / 4, "/proc/self/exe");
  at += link_text(log->text + at, PATH_MAX / 4, "/proc/self/cwd");
  log->texts = at + text(log->text + at, sizeof(log->text) - at, "/proc/self/cmdline");
}

static int open_log(struct thread *thread) {
  static uint32_t serial;
  char path[PATH_MAX + 64];
  uint32_t number = __atomic_fetch_add(&serial, 1, __ATOMIC_RELAXED);
  snprintf(path, sizeof(path), "%s/%d-%lx-%u.functions", settings.directory, (int)syscall(SYS_gettid),
           (unsigned long)now(CLOCK_MONOTONIC), number);
  thread->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (thread->fd < 0) return 0;
  int high = fcntl(thread->fd, F_DUPFD_CLOEXEC, 200);  // programs may expect the lowest free number
  if (high >= 0) {
    close(thread->fd);
    thread->fd = high;
  }
  thread->log = (struct colophon_log *)map(thread->fd, 0, COLOPHON_HEADER_BYTES);
  if (!thread->log) return 0;
  describe_process(thread->log);
  thread->at = 0;
  __atomic_store_n(&thread->log->magic, COLOPHON_MAGIC, __ATOMIC_RELEASE);
  return 1;
}

static inline uint32_t window_bytes(void) { return settings.is_alone ? FILE_WINDOW : WINDOW; }

static void close_log(void *given) {
  struct thread *thread = given;
  if (settings.is_alone && thread->window) munmap(thread->window, FILE_WINDOW);
  for (int i = 0; i < WINDOWS && thread->windows[i]; i++) munmap(thread->windows[i], WINDOW);
  if (thread->log) munmap(thread->log, COLOPHON_HEADER_BYTES);
  if (thread->fd >= 0) close(thread->fd);
  munmap(thread, sizeof(*thread));
  current = 0;
}

static struct thread *begin_thread(void) {
  struct thread *thread =
      mmap(0, sizeof(*thread), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (thread == MAP_FAILED) return 0;
  thread->fd = -1;
  thread->is_busy = 1;
  current = thread;
  int saved = errno;
  thread->is_broken = !open_log(thread);
  errno = saved;
  thread->is_busy = 0;
  pthread_setspecific(key, thread);
  return thread;
}

// Opens the log of a forked child at its first call.
static void reopen(struct thread *thread) {
  int saved = errno;
  thread->is_busy = 1;
  thread->is_broken = !open_log(thread);
  thread->is_busy = 0;
  errno = saved;
}

// Returns the state of the thread; null if the thread is already within the runtime, as in a signal
// handler.
static inline struct thread *enter_runtime(void) {
  struct thread *thread = current;
  if (__builtin_expect(!thread, 0)) thread = begin_thread();
  if (!thread || thread->is_broken) return 0;
  if (__builtin_expect(!thread->log, 0)) reopen(thread);
  if (thread->is_broken) return 0;
  if (thread->is_busy) {
    thread->log->lost++;
    return 0;
  }
  thread->is_busy = 1;
  __asm__ volatile("" ::: "memory");
  return thread;
}

static inline void leave_runtime(struct thread *thread) {
  __asm__ volatile("" ::: "memory");
  thread->is_busy = 0;
}

// Waits for a reader that is behind. Returns 0 if the reader has stopped reading.
static int await_reader(struct thread *thread, uint64_t end) {
  struct timespec pause = {0, 1000000};
  uint64_t tail = thread->log->tail;
  for (int waits = 0; end - tail > (uint64_t)WINDOWS * WINDOW; waits++) {
    if (waits == MAX_WAITS) return 0;
    nanosleep(&pause, 0);
    if (tail != thread->log->tail) waits = 0;
    tail = thread->log->tail;
  }
  return 1;
}

// Returns the window at a position, either of a ring or of a growing file.
static char *window_at(struct thread *thread, uint64_t position) {
  if (settings.is_alone) {
    if (thread->window) munmap(thread->window, FILE_WINDOW);
    return map(thread->fd, COLOPHON_HEADER_BYTES + position, FILE_WINDOW);
  }
  uint64_t index = position / WINDOW % WINDOWS;
  if (!await_reader(thread, position + WINDOW)) return 0;
  if (!thread->windows[index]) {
    thread->windows[index] = map(thread->fd, COLOPHON_HEADER_BYTES + index * WINDOW, WINDOW);
  }
  return thread->windows[index];
}

// Moves to the next window. A record fits into one window.
static int next_window(struct thread *thread) {
  int saved = errno;
  uint64_t next = thread->window ? thread->window_start + window_bytes() : 0;
  if (thread->at < next) {
    struct colophon_record *rest = (struct colophon_record *)(thread->window + (thread->at - thread->window_start));
    rest->kind = RECORD_REST;
    rest->id = next - thread->at;
    thread->at = next;
    __atomic_store_n(&thread->log->head, next, __ATOMIC_RELEASE);
  }
  thread->window = window_at(thread, next);
  thread->window_start = next;
  errno = saved;
  if (!thread->window) {
    thread->log->lost++;
    thread->is_broken = 1;
  }
  return !thread->is_broken;
}

static inline struct colophon_record *record(
    struct thread *thread, uint8_t kind, uint32_t length, uint32_t id, uint64_t value) {
  uint64_t within = thread->at - thread->window_start;
  if (__builtin_expect(!thread->window || within + length > window_bytes(), 0)) {
    if (!next_window(thread)) return 0;
    within = thread->at - thread->window_start;
  }
  struct colophon_record *record = (struct colophon_record *)(thread->window + within);
  record->kind = kind;
  record->count = 0;
  record->length = length;
  record->id = id;
  record->value = value;
  return record;
}

static inline void publish(struct thread *thread, struct colophon_record *record) {
  thread->at += record->length;
  __atomic_store_n(&thread->log->head, thread->at, __ATOMIC_RELEASE);
}

// --- functions ---

static void begin(void);

static int is_chosen(const struct colophon_function *function) {
  if (settings.is_exported_only && !function->is_exported) return 0;
  for (int i = 0; i < settings.globs_count; i++) {
    // The C++ library is recorded only if it is named.
    int is_general = function->is_library && *settings.glob[i] == '*';
    if (!is_general && !fnmatch(settings.glob[i], function->name, 0)) return 1;
  }
  return settings.globs_count == 0 && !function->is_library;
}

// Decides whether a function is recorded, and assigns its id. Another thread may decide at the same
// time.
static void choose(struct colophon_function *function) {
  begin();
  pthread_mutex_lock(&known_lock);
  if (function->state == 0) {
    int chosen = is_chosen(function);
    if (chosen && functions == known_room) {
      uint32_t room = known_room ? known_room * 2 : 256;
      struct colophon_function **more = realloc(known, room * sizeof(*more));
      chosen = more != 0;
      if (more) {
        known = more;
        known_room = room;
      }
    }
    if (chosen) {
      known[functions] = function;
      function->id = functions++;
    }
    __atomic_store_n(&function->state, chosen ? 1 : 2, __ATOMIC_RELEASE);
  }
  pthread_mutex_unlock(&known_lock);
}

static void describe(struct thread *thread, const struct colophon_function *function) {
  uint32_t name = strnlen(function->name, 2000) + 1, file = strnlen(function->file, 2000) + 1;
  uint32_t arguments = 0;
  for (int i = 0; i < function->count; i++) arguments += strlen(function->arguments + arguments) + 1;
  if (arguments > 2000) arguments = 0;
  uint32_t length = sizeof(struct colophon_record) + 16 + name + file + arguments;
  length = (length + 7) & ~7u;
  struct colophon_record *record_of =
      record(thread, RECORD_FUNCTION, length, function->id, 0);
  if (!record_of) return;
  char *at = (char *)(record_of + 1);
  memset(at, 0, length - sizeof(*record_of));
  record_of->count = function->count;
  memcpy(at, &function->line, 4);
  at[4] = function->is_exported;
  at[5] = function->result;
  memcpy(at + 8, function->kinds, COLOPHON_MAX_ARGUMENTS);
  memcpy(at + 16, function->name, name - 1);
  memcpy(at + 16 + name, function->file, file - 1);
  memcpy(at + 16 + name + file, function->arguments, arguments);
  publish(thread, record_of);
}

static void describe_new(struct thread *thread, uint32_t id) {
  pthread_mutex_lock(&known_lock);
  while (thread->described <= id) describe(thread, known[thread->described++]);
  pthread_mutex_unlock(&known_lock);
}

// Copies a text from an address that may be invalid.
static uint32_t copy_text(char *to, uint64_t from) {
  if (!from) return 0;
  struct iovec local = {to, MAX_TEXT}, remote = {(void *)from, MAX_TEXT};
  uint64_t page = 4096 - (from & 4095);
  if (page < MAX_TEXT) remote.iov_len = page;
  int saved = errno;
  ssize_t count = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  errno = saved;
  return count < 0 ? 0 : strnlen(to, count);
}

// Records the time, unless no system call is possible since the last recorded time. So the reader
// knows which call was the innermost one at the time of a system call.
static inline void write_time(struct thread *thread) {
  thread->returned = 0;
  if (thread->is_timed) return;
  struct colophon_record *time = record(thread, RECORD_TIME, 16, 0, now(CLOCK_MONOTONIC));
  if (time) publish(thread, time);
  thread->is_timed = 1;
}

// Called after the innermost call has changed.
static inline void set_timed(struct thread *thread) {
  thread->is_timed = !settings.is_partial && thread->calls && thread->calls < MAX_DEPTH
      && !thread->stack[thread->calls - 1].function->calls_out;
}

static void write_enter(struct thread *thread, struct call *call) {
  struct colophon_function *function = call->function;
  if (thread->described <= function->id) describe_new(thread, function->id);
  write_time(thread);
  uint32_t length = sizeof(struct colophon_record) + 8 * function->count;
  struct colophon_record *enter =
      record(thread, RECORD_ENTER, length + COLOPHON_MAX_ARGUMENTS * (MAX_TEXT + 8), function->id, 0);
  if (!enter) return;
  enter->length = length;
  enter->count = function->count | (call->recorded == REPLACING ? COLOPHON_BY_TAIL : 0);
  uint64_t *values = (uint64_t *)(enter + 1);
  for (int i = 0; i < function->count; i++) values[i] = call->arguments[i];
  for (int i = 0; i < function->count; i++) {
    if (function->kinds[i] == COLOPHON_TEXT) {
      uint64_t *at = (uint64_t *)((char *)enter + enter->length);
      uint32_t count = copy_text((char *)(at + 1), call->arguments[i]);
      at[0] = (uint64_t)count << 8 | i;
      enter->length += 8 + ((count + 7) & ~7u);
    }
  }
  publish(thread, enter);
  call->recorded = RECORDED;
}

// Writes a record without data.
static void write_mark(struct thread *thread, uint8_t kind, uint32_t id, uint64_t value) {
  write_time(thread);
  struct colophon_record *mark = record(thread, kind, sizeof(*mark), id, value);
  if (mark) publish(thread, mark);
}

// Ends calls of deeper frames, which no longer exist, after longjmp or an exception. The stack grows
// downward.
static inline void unwind(struct thread *thread, void **frame) {
  uint32_t gone = 0;
  while (thread->calls && thread->stack[thread->calls - 1].frame < frame) {
    gone += thread->stack[--thread->calls].recorded != NOT_RECORDED;
  }
  if (gone) {
    write_mark(thread, RECORD_UNWIND, gone, 0);
    set_timed(thread);
  }
}

// Ends calls before an entry at a frame. Returns 1 if the innermost call has entered the function by
// a tail call, in the log as well: then the function has the same frame and the same caller.
static inline int is_by_tail(struct thread *thread, struct colophon_function *function, void **frame) {
  unwind(thread, frame);
  if (!thread->calls || thread->stack[thread->calls - 1].frame != frame) return 0;
  struct call *call = &thread->stack[thread->calls - 1];
  int is_tail = call->caller == *frame && call->tail && (call->tail == 2 || call->function != function);
  if (!is_tail) {
    unwind(thread, frame + 1);
    return 0;
  }
  thread->calls--;
  return call->recorded != NOT_RECORDED;
}

static inline void entered(struct thread *thread, struct call *call) {
  if (call->nanos && !settings.min_nanos) write_enter(thread, call);
  set_timed(thread);
}

COLOPHON_CALL void colophon_enter(
    struct colophon_function *function, void **frame, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
  if (__builtin_expect(function->state == 0, 0)) choose(function);
  if (function->state == 2) return;
  struct thread *thread = enter_runtime();
  if (!thread) return;
  int is_replacing = is_by_tail(thread, function, frame);
  thread->returned = 0;
  if (thread->calls < MAX_DEPTH) {
    struct call *call = &thread->stack[thread->calls++];
    call->function = function;
    call->frame = frame;
    call->caller = *frame;
    call->tail = 0;
    call->recorded = is_replacing ? REPLACING : NOT_RECORDED;
    call->arguments[0] = a;
    call->arguments[1] = b;
    call->arguments[2] = c;
    call->arguments[3] = d;
    int is_in = thread->calls <= settings.depth && thread->entered++ % settings.sample == 0;
    call->nanos = !is_in ? 0 : settings.min_nanos ? now(CLOCK_MONOTONIC) : 1;
    if (function->count <= 4) entered(thread, call);
  }
  leave_runtime(thread);
}

COLOPHON_CALL void colophon_enter_rest(
    struct colophon_function *function, void **frame, uint64_t e, uint64_t f, uint64_t g, uint64_t h) {
  if (function->state != 1) return;
  struct thread *thread = enter_runtime();
  if (!thread) return;
  struct call *call = thread->calls ? &thread->stack[thread->calls - 1] : 0;
  if (call && call->function == function && call->frame == frame) {
    call->arguments[4] = e;
    call->arguments[5] = f;
    call->arguments[6] = g;
    call->arguments[7] = h;
    entered(thread, call);
  }
  leave_runtime(thread);
}

// Records all unrecorded calls on the stack. Called when the innermost call has lasted long enough,
// because the other calls enclose it.
static void write_waiting(struct thread *thread) {
  for (uint32_t i = 0; i < thread->calls; i++) {
    struct call *call = &thread->stack[i];
    if (call->recorded != RECORDED && call->nanos) write_enter(thread, call);
  }
}

// Returns the innermost call if it is a call of the function at the frame, otherwise null. Records
// the call if it has lasted long enough.
static inline struct call *innermost(struct thread *thread, struct colophon_function *function, void **frame) {
  unwind(thread, frame);
  struct call *call = thread->calls ? &thread->stack[thread->calls - 1] : 0;
  if (!call || call->frame != frame || call->function != function) return 0;
  if (settings.min_nanos && call->recorded != RECORDED && call->nanos
      && now(CLOCK_MONOTONIC) - call->nanos >= settings.min_nanos) {
    write_waiting(thread);
  }
  return call;
}

COLOPHON_CALL void colophon_return(struct colophon_function *function, void **frame, uint64_t value) {
  if (function->state != 1) return;
  struct thread *thread = enter_runtime();
  if (!thread) return;
  struct call *call = innermost(thread, function, frame);
  if (call) {
    if (call->recorded == RECORDED) write_mark(thread, RECORD_RETURN, function->id, value);
    if (call->recorded == REPLACING) write_mark(thread, RECORD_UNWIND, 1, 0);
    thread->calls--;
    set_timed(thread);
    thread->returned = call->recorded == RECORDED ? function->address : 0;
  }
  leave_runtime(thread);
}

COLOPHON_CALL void colophon_tail(struct colophon_function *function, void **frame, int may_be_itself) {
  if (function->state != 1) return;
  struct thread *thread = enter_runtime();
  if (!thread) return;
  struct call *call = innermost(thread, function, frame);
  if (call) {
    if (call->recorded == RECORDED) write_mark(thread, RECORD_TAIL, function->id, 0);
    call->tail = 1 + may_be_itself;
    set_timed(thread);
  }
  leave_runtime(thread);
}

COLOPHON_CALL void colophon_ignore(const void *address) {
  struct thread *thread = enter_runtime();
  if (!thread) return;
  if (thread->returned == address) {
    write_mark(thread, RECORD_IGNORE, 0, 0);
    set_timed(thread);
  }
  leave_runtime(thread);
}

COLOPHON_CALL void colophon_resume(void **frame) {
  struct thread *thread = enter_runtime();
  if (!thread) return;
  unwind(thread, frame);
  leave_runtime(thread);
}

// --- data ---

// Records the file of a descriptor. Only needed without a tracer, which would know the file.
static void describe_file(struct thread *thread, int fd) {
  struct stat status;
  if (fstat(fd, &status)) return;
  struct file *file = &thread->files[fd % MAX_FILES];
  if (fd < MAX_FILES && file->is_known && file->inode == status.st_ino && file->device == status.st_dev) return;
  *file = (struct file){status.st_dev, status.st_ino, fd < MAX_FILES};
  char name[64], path[PATH_MAX];
  snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
  ssize_t count = readlink(name, path, sizeof(path) - 1);
  if (count < 0) return;
  uint32_t length = (sizeof(struct colophon_record) + count + 1 + 7) & ~7u;
  struct colophon_record *record_of =
      record(thread, RECORD_FILE, length, fd, 0);
  if (!record_of) return;
  memset(record_of + 1, 0, length - sizeof(*record_of));
  memcpy(record_of + 1, path, count);
  publish(thread, record_of);
}

COLOPHON_CALL void colophon_transfer(int direction, int fd, int64_t bytes) {
  if (!colophon_is_recording || fd < 0 || bytes <= 0) return;
  struct thread *thread = enter_runtime();
  if (!thread) return;
  if (thread->calls) {
    int saved = errno;
    if (settings.min_nanos) write_waiting(thread);
    if (settings.is_alone) describe_file(thread, fd);
    thread->is_timed = 0;
    write_time(thread);
    struct colophon_record *transfer = record(thread, RECORD_TRANSFER, 24, fd, 0);
    if (transfer) {
      transfer->count = direction;
      memcpy(transfer + 1, &bytes, 8);
      publish(thread, transfer);
    }
    set_timed(thread);
    errno = saved;
  }
  leave_runtime(thread);
}

COLOPHON_CALL void colophon_stream(int direction, void *stream, int64_t bytes) {
  if (!colophon_is_recording) return;
  int saved = errno;
  colophon_transfer(direction, stream ? fileno(stream) : -1, bytes);
  errno = saved;
}

// --- start ---

// Discards the state of the parent's thread in a child, where the parent's windows are not mapped.
static void forget_thread(void) {
  struct thread *thread = current;
  if (!thread) return;
  if (thread->fd >= 0) close(thread->fd);
  // The calls on the stack will return in the child, but the child's log does not contain them.
  for (uint32_t i = 0; i < thread->calls; i++) thread->stack[i].recorded = NOT_RECORDED;
  memset(thread->windows, 0, sizeof(thread->windows));
  memset(thread->files, 0, sizeof(thread->files));
  thread->is_timed = 0;
  thread->returned = 0;
  thread->window = 0;
  thread->log = 0;
  thread->fd = -1;
  thread->described = 0;
}

static uint64_t number(const char *value, uint64_t otherwise) {
  char *end;
  uint64_t given = strtoull(value, &end, 10);
  return end == value ? otherwise : given;
}

static void set(char *name, char *value) {
  if (!strcmp(name, "directory")) {
    snprintf(settings.directory, sizeof(settings.directory), "%s", value);
  } else if (!strcmp(name, "functions")) {
    snprintf(settings.globs, sizeof(settings.globs), "%s", value);
    char *rest = settings.globs, *glob;
    while ((glob = strsep(&rest, ",")) && settings.globs_count < MAX_GLOBS) {
      if (*glob) settings.glob[settings.globs_count++] = glob;
    }
  } else if (!strcmp(name, "depth")) {
    settings.depth = number(value, settings.depth);
  } else if (!strcmp(name, "min-nanos")) {
    settings.min_nanos = number(value, 0);
  } else if (!strcmp(name, "sample")) {
    settings.sample = number(value, 1) ? number(value, 1) : 1;
  } else if (!strcmp(name, "exported")) {
    settings.is_exported_only = *value == '1';
  } else if (!strcmp(name, "alone")) {
    settings.is_alone = *value == '1';
  }
}

// A program and each of its libraries contain a runtime. All use the first runtime in link order.
__attribute__((constructor(101))) static void begin(void) {
  const char *given = getenv("COLOPHON_FUNCTIONS");
  if (!given || settings.is_set) return;
  settings.is_set = 1;
  char copy[2 * PATH_MAX], *rest = copy, *part;
  settings.depth = UINT32_MAX;
  settings.sample = 1;
  snprintf(copy, sizeof(copy), "%s", given);
  while ((part = strsep(&rest, ";"))) {
    char *value = strchr(part, '=');
    if (value) {
      *value = 0;
      set(part, value + 1);
    }
  }
  settings.is_partial = settings.globs_count > 1 || (settings.globs_count && strcmp(settings.glob[0], "*"))
      || settings.depth < MAX_DEPTH || settings.sample > 1
      || settings.min_nanos || settings.is_exported_only;
  if (!settings.directory[0] || pthread_key_create(&key, close_log)) return;
  pthread_atfork(0, 0, forget_thread);
  colophon_is_recording = 1;
}

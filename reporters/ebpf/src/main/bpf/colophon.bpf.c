// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Records the system calls of a tree of processes in a ring buffer. The reader is RingReader.java;
// CallNumbers.java maps the numbers. Layout of a record: struct head, then the data of the call.
#include "vmlinux.h"
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_tracing.h>

char LICENSE[] SEC("license") = "GPL";

enum kind {
  WHOLE, BEGUN, ENDED, FORKED, EXECUTED, EXITED, COUNTS, SUBMITTED, COMPLETED, RUN_BEGUN, RUN_ENDED,
  ENVIRONMENT
};

struct head {
  __u32 kind;
  __u32 tid;
  __u32 number;  // number of the call; EXITED: exit status; FORKED: the call that forked
  __u32 lost;    // records of this task lost since its previous record
  __s64 result;  // result of the call; FORKED: the child's id; EXECUTED: the old thread's id;
                 // SUBMITTED: the request's id (COMPLETED has it as its first argument);
                 // RUN_ENDED: the number of bytes
  __u64 args[6];
  __u32 first;   // length in bytes of the first part of the data
  __u32 second;  // length in bytes of the second part
  __u64 nanos;   // CLOCK_MONOTONIC
};

// A run: repeated reads or writes of one descriptor by the same system call. If a thread repeats a
// cycle of up to RUNS such calls without other recorded calls in between, each call of the cycle
// has its own run. A run is recorded as one long call, which begins before the first access and
// ends after the last. So no read is ordered before the write whose bytes it returned, and no write
// before the reads that it may depend on. All runs of a thread end before its next record that
// belongs to no run, and when the thread leaves the processor outside of these calls. Runs of reads
// end first, since the writes of the same cycle may depend on them. Processes with several threads
// have no runs: another thread could change the descriptors, or move data between two accesses.
struct run {
  __u32 number;  // of the call
  __u32 fd;
  __u32 seen;    // accesses before the run begins
  __u32 is_open; // RUN_BEGUN is in the ring
  __u64 count;
  __u64 bytes;
};
#define RUNS 4
#define SEEN_BEFORE_RUN 3

// State of a traced task.
struct task_state {
  __u32 lost;
  __u32 begun;  // number of the call whose BEGUN record is in the ring, plus 1; 0 for none
  __u32 skip;   // successful execs before the first record
  __u32 unchecked;  // calls since the fill level of the ring was last checked
  __u32 hidden; // 1: the last call was made as a user that is hidden from the trace
  __u32 known;  // number of runs in use
  __u32 open;   // number of runs that have begun
  __u32 inside; // index of the run of the current call, plus 1; 0 for none
  __u64 own;    // the socket whose own address was recorded last
  struct run runs[RUNS];
};

#define PART 4096
#define MAX_PATH (PART - 64)
#define MAX_ARGV 16383
#define ENVIRONMENT_PARTS 4  // of MAX_ARGV bytes; the rest is cut
#define MAX_NAME 255
#define PATH_FROM 16384  // the parts of a path are collected in PATH_BYTES from here
#define PATH_BYTES 8192
#define SCRATCH 32768
#define MAX_PARTS 512

// Each message of a call with several messages: lengths of its address, its control data and its
// text, then address and control data at fixed offsets.
#define MESSAGE_BYTES 384
#define MESSAGE_NAME 16
#define MESSAGE_CONTROL 144
#define MAX_MESSAGES 32

// Hides a value's origin from the compiler, so that the verifier sees the mask.
#define BOUND(value, mask)              \
  do {                                  \
    asm volatile("" : "+r"(value));     \
    (value) &= (mask);                  \
  } while (0)

// Begins a function that the verifier checks once, not for each state of its callers. Real-time
// kernels before Linux 6.15 refuse it while preemption is off; build.sh makes it static for them.
#ifndef GLOBAL
#define GLOBAL
#endif

extern void bpf_preempt_disable(void) __weak __ksym;
extern void bpf_preempt_enable(void) __weak __ksym;
extern void *bpf_rdonly_cast(const void *object, __u32 type) __weak __ksym;

#define IS_KNOWN(function) (!!(function))

// Returns a pointer to the same kernel object for direct loads of pointers. For each pointer that
// is loaded through a trusted pointer, the verifier searches all types of Linux several times. Such
// a load takes a few nanoseconds more, so the code of each read and write does without.
#define UNTRUSTED(object)                                                                       \
  (IS_KNOWN(bpf_rdonly_cast)                                                                    \
       ? (typeof(object))bpf_rdonly_cast(object, bpf_core_type_id_kernel(typeof(*(object))))    \
       : (object))

// Each program runs without preemption. Otherwise the kernel would skip a second run on the same
// processor, or the two would share a scratch buffer. Before Linux 7.0 all tracepoints disable
// preemption themselves, except in real-time kernels.
extern int LINUX_KERNEL_VERSION __kconfig;
extern _Bool CONFIG_PREEMPT_RT __kconfig __weak;
#define MAY_BE_PREEMPTED (CONFIG_PREEMPT_RT || LINUX_KERNEL_VERSION >= KERNEL_VERSION(7, 0, 0))
#define WITHOUT_PREEMPTION(call)                                                          \
  do {                                                                                    \
    if (MAY_BE_PREEMPTED && IS_KNOWN(bpf_preempt_disable)) bpf_preempt_disable();         \
    call;                                                                                 \
    if (MAY_BE_PREEMPTED && IS_KNOWN(bpf_preempt_enable)) bpf_preempt_enable();           \
  } while (0)

struct {
  __uint(type, BPF_MAP_TYPE_RINGBUF);
  __uint(max_entries, 1 << 24);
} ring SEC(".maps");

struct {
  __uint(type, BPF_MAP_TYPE_TASK_STORAGE);
  __uint(map_flags, BPF_F_NO_PREALLOC);
  __type(key, int);
  __type(value, struct task_state);
} tree SEC(".maps");

struct {
  __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint(max_entries, 1);
  __type(key, __u32);
  __type(value, char[SCRATCH]);
} scratch SEC(".maps");

// 0: records emitted (in the ring or lost), 1: lost records, 2: losses that a later record reports.
// The reader adds the values of all processors.
struct {
  __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
  __uint(max_entries, 3);
  __type(key, __u32);
  __type(value, __u64);
} counters SEC(".maps");

__u64 living SEC(".data.living") = 0;  // living traced tasks

// Selects tasks to trace, besides the descendants of traced ones. Set before the programs are attached.
struct settings {
  __u32 root;     // id of a process; 0 for none
  __u32 whole;    // 1: all processes
  __u32 ignored;  // not traced with whole or cgroup: the process that reads the ring
  __u32 spawner;  // id of a thread whose children are traced; 0 for none
  __u64 slow_above;  // bytes in the ring above which traced tasks wait for the reader; 0: never
  __u64 skip;        // number of execs of a child of the spawner before its first record
  __u64 cgroup;      // id of a control group whose processes are traced; 0 for none
  __u32 user;        // with is_limited: calls of other users' processes count as lost
  __u32 is_limited;
  __u32 folds;  // 1: repeated reads and writes are recorded as runs
  __u32 environment;  // 1: the environments of programs are recorded
  __u32 is_closed;    // 1: only children of traced tasks are added
  __u32 adds;         // 1: the reader adds processes by their first threads; other threads follow
  __u32 mounts;       // number of the reader's mount namespace
  __u32 unused;
};

struct settings settings SEC(".data.settings") = {0};

// With IO_URING, requests are recorded too, and the last argument of io_uring_setup is 1.
#ifdef IO_URING
#define SEES_REQUESTS 1
#else
#define SEES_REQUESTS 0
#endif
#define IO_URING_SETUP 425
#define OWN_ADDRESS 511
#define LAST_CALL 470  // later numbers belong to calls of unknown effect
#define OPENED 304  // open_by_handle_at, with the path of the opened file

#define WAIT_NANOS 100000
#define FULL_WAIT_NANOS 10000000  // wait if more than half of the space above slow_above is filled
#define LIMITED_WAIT_NANOS 1000000  // the same wait if the user has no right to load programs
#define KERNEL_FLAGS 0x204010  // kernel threads and workers
#define DUMPABLE 1  // value of 2 bits: the user of the process may trace it

// Argument i is a string; a call has at most two.
#define TEXT(i) (1 << (i))
#define WRITES 0x20         // has a BEGUN record unless the thread is alone: readers may see its effect before its end
#define PLAIN 0x40          // has only numbers as arguments
#define PAIR 0x80           // two descriptors at argument 0, or 3 for socketpair
#define ADDRESS 0x100       // socket address at argument 1 or 4
#define MESSAGE 0x200       // struct msghdr at argument 1
#define RESOLVE_IN_ROOT 0x10
#define HOW 0x400           // struct open_how at argument 2
#define SELECT 0x800        // only some requests matter
#define RECEIVES 0x2000     // may read from a socket
#define ENDS_EARLY 0x1000   // close: the descriptor is free as soon as the call begins
#define FOLDS 0x4000        // repetitions on one descriptor are a run
#define MESSAGES 0x8000     // array of struct mmsghdr at argument 1
#define BY_HANDLE 0x10      // the path is that of the opened file

#define HAS_DATA (0x1f | PAIR | ADDRESS | MESSAGE | MESSAGES | HOW | SELECT | RECEIVES)

static const volatile __u16 shapes[512] = {
    [0] = RECEIVES | FOLDS, [17] = PLAIN | FOLDS, [19] = PLAIN | FOLDS,            // reads
    [295] = PLAIN | FOLDS, [327] = PLAIN | FOLDS,
    [1] = WRITES | FOLDS, [18] = WRITES | FOLDS, [20] = WRITES | FOLDS,            // writes
    [296] = WRITES | FOLDS, [328] = WRITES | FOLDS,
    [326] = WRITES, [40] = WRITES, [275] = WRITES, [276] = WRITES, [278] = PLAIN, // copies
    [2] = TEXT(0), [257] = TEXT(1), [437] = TEXT(1) | HOW, [85] = TEXT(0),        // opens
    [3] = PLAIN | ENDS_EARLY, [436] = PLAIN, [32] = PLAIN, [33] = PLAIN, [292] = PLAIN,
    [72] = SELECT, [16] = SELECT, [22] = PAIR, [293] = PAIR,                      // fcntl ioctl pipe
    [319] = TEXT(0), [284] = PLAIN, [290] = PLAIN, [283] = PLAIN, [213] = PLAIN, [291] = PLAIN,
    [282] = PLAIN, [289] = PLAIN, [253] = PLAIN, [294] = PLAIN, [323] = PLAIN,
    [9] = SELECT, [10] = SELECT, [11] = PLAIN, [25] = PLAIN, [30] = PLAIN, [67] = PLAIN,         // memory
    [69] = PLAIN, [70] = PLAIN, [240] = TEXT(0), [242] = WRITES, [243] = PLAIN,   // queues
    [76] = TEXT(0), [77] = PLAIN, [285] = WRITES,                                 // truncate fallocate
    [86] = TEXT(0) | TEXT(1), [265] = TEXT(1) | TEXT(3), [88] = TEXT(0) | TEXT(1),
    [266] = TEXT(0) | TEXT(2), [87] = TEXT(0), [263] = TEXT(1), [82] = TEXT(0) | TEXT(1),
    [264] = TEXT(1) | TEXT(3), [316] = TEXT(1) | TEXT(3), [83] = TEXT(0), [258] = TEXT(1),
    [84] = TEXT(0), [133] = TEXT(0), [259] = TEXT(1), [80] = TEXT(0), [81] = PLAIN,
    [161] = TEXT(0), [155] = TEXT(0) | TEXT(1), [165] = TEXT(0) | TEXT(1), [166] = TEXT(0),
    [429] = TEXT(1) | TEXT(3), [272] = PLAIN, [308] = PLAIN,
    [90] = TEXT(0), [91] = PLAIN, [268] = TEXT(1), [452] = TEXT(1), [92] = TEXT(0), [93] = PLAIN,
    [94] = TEXT(0), [260] = TEXT(1), [132] = TEXT(0), [235] = TEXT(0), [280] = TEXT(1),
    [261] = TEXT(1), [188] = TEXT(0) | TEXT(1), [189] = TEXT(0) | TEXT(1), [190] = TEXT(1),
    [197] = TEXT(0) | TEXT(1), [198] = TEXT(0) | TEXT(1), [199] = TEXT(1),
    [191] = TEXT(0) | TEXT(1), [192] = TEXT(0) | TEXT(1), [193] = TEXT(1),
    [105] = PLAIN, [113] = PLAIN, [117] = PLAIN, [122] = PLAIN,                   // users
    [106] = PLAIN, [114] = PLAIN, [119] = PLAIN, [123] = PLAIN,                   // groups
    [62] = PLAIN, [200] = PLAIN, [234] = PLAIN, [129] = PLAIN, [297] = PLAIN, [434] = PLAIN,
    [424] = PLAIN, [438] = PLAIN, [101] = PLAIN, [310] = PLAIN, [311] = PLAIN,
    [41] = PLAIN, [53] = PAIR, [49] = ADDRESS, [42] = ADDRESS | WRITES, [50] = PLAIN,
    [43] = ADDRESS, [288] = ADDRESS, [51] = ADDRESS, [44] = ADDRESS | WRITES, [45] = ADDRESS | RECEIVES,
    [46] = MESSAGE | WRITES, [47] = MESSAGE, [307] = MESSAGES | WRITES, [299] = MESSAGES,
    [425] = PLAIN, [209] = PLAIN, [447] = PLAIN, [329] = SELECT,
    [304] = BY_HANDLE, [428] = TEXT(1), [467] = TEXT(1),
    [463] = TEXT(1) | TEXT(3), [464] = TEXT(1) | TEXT(3), [466] = TEXT(1) | TEXT(3),
    [250] = SELECT, [134] = PLAIN, [163] = PLAIN, [167] = PLAIN, [248] = PLAIN,   // not followed
    [298] = PLAIN, [300] = PLAIN, [321] = PLAIN,
};

// Calls that look up names, for on_lookup: the path, or PLAIN for a listing.
static const volatile __u8 lookups[512] = {
    [2] = TEXT(0), [85] = TEXT(0), [257] = TEXT(1), [437] = TEXT(1),   // opens
    [59] = TEXT(0), [322] = TEXT(1),                                   // execve
    [4] = TEXT(0), [6] = TEXT(0), [262] = TEXT(1), [332] = TEXT(1),    // stat
    [21] = TEXT(0), [269] = TEXT(1), [439] = TEXT(1),                  // access
    [89] = TEXT(0), [267] = TEXT(1),                                   // readlink
    [78] = PLAIN, [217] = PLAIN,                                       // getdents
};

static __always_inline void count(__u32 which, __u64 by) {
  __u64 *value = bpf_map_lookup_elem(&counters, &which);
  if (value) *value += by;
}

// Begins to trace a task; returns its state, or null if no memory is free.
static __always_inline struct task_state *add(struct task_struct *task) {
  struct task_state *state =
      bpf_task_storage_get(&tree, task, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);
  if (state) __sync_fetch_and_add(&living, 1);
  return state;
}

// Returns the state of a task that is traced already; null for others.
static __always_inline struct task_state *known_state(struct task_struct *task) {
  return task->bpf_storage ? bpf_task_storage_get(&tree, task, 0, 0) : 0;
}

// Returns the state of a traced task; null for other tasks.
static __always_inline struct task_state *state_of(struct task_struct *task) {
  struct task_state *state = known_state(task);
  if (state || settings.is_closed) return state;
  __u32 process = task->tgid;
  if (process != settings.root) {
    if (process == settings.ignored || (task->flags & KERNEL_FLAGS)) return 0;
    if (!settings.whole && !(settings.adds && known_state(task->group_leader)) &&
        (!settings.cgroup || settings.cgroup != bpf_get_current_cgroup_id())) {
      return 0;
    }
  }
  return add(task);
}

// Returns whether the current task, which is traced, is the only thread that acts. Workers of
// io_uring have no state, but are threads of their process.
static __always_inline int is_alone(void) {
  return settings.is_closed && living == 1 &&
         bpf_get_current_task_btf()->signal->nr_threads == 1;
}

// Returns whether the process is hidden from the user of a limited trace. The rules are those of
// ptrace: same user and group throughout, no privilege, and no secrets from set-user-id programs.
static __always_inline int is_hidden(struct task_struct *task) {
  if (!settings.is_limited) return 0;
  task = UNTRUSTED(task);
  const struct cred *cred = task->cred;
  __u32 user = settings.user, group = cred->gid.val;
  if (cred->uid.val != user || cred->euid.val != user || cred->suid.val != user) return 1;
  if (cred->egid.val != group || cred->sgid.val != group) return 1;
  __u64 privileges = 0, flags = 0;
  bpf_probe_read_kernel(&privileges, sizeof(privileges), &cred->cap_permitted);
  if (privileges && cred->user_ns->level == 0) return 1;
  bpf_probe_read_kernel(&flags, sizeof(flags), &task->mm->flags);
  return (flags & 3) != DUMPABLE;
}

struct waiting {
  __u64 slow_above;
  __u64 until;
};

static long is_over(__u32 i, struct waiting *waiting) {
  return bpf_ringbuf_query(&ring, BPF_RB_AVAIL_DATA) <= waiting->slow_above ||
         bpf_ktime_get_ns() > waiting->until;
}

// Delays the task for a moment if the reader is far behind. Returns whether it delayed the task.
static __always_inline int wait_for_reader(void) {
  __u64 slow_above = settings.slow_above;
  if (!slow_above) return 0;
  __u64 filled = bpf_ringbuf_query(&ring, BPF_RB_AVAIL_DATA);
  if (filled <= slow_above) return 0;
  __u64 full = settings.is_limited ? LIMITED_WAIT_NANOS : FULL_WAIT_NANOS;
  __u64 nanos = filled > slow_above + slow_above / 2 ? full : WAIT_NANOS;
  struct waiting waiting = {slow_above, bpf_ktime_get_ns() + nanos};
  bpf_loop(1 << 22, is_over, &waiting, 0);
  return 1;
}

// Calls wait_for_reader after a small record: at each 16th call, or at every call while the reader
// is behind.
static __always_inline void wait_at_times(struct task_state *state) {
  if (++state->unchecked >= 16) state->unchecked = wait_for_reader() ? 16 : 0;
}

static __always_inline char *start(struct task_state *state, __u32 kind, __u32 tid, __u32 number) {
  __u32 zero = 0;
  char *buffer = bpf_map_lookup_elem(&scratch, &zero);
  if (!buffer) return 0;
  struct head *head = (struct head *)buffer;
  head->kind = kind;
  head->tid = tid;
  head->number = number;
  head->lost = state->lost;
  head->first = 0;
  head->second = 0;
  head->nanos = bpf_ktime_get_ns();
  return buffer;
}

// Counts a record. Returns whether the record failed to enter the ring.
static __always_inline int emitted(struct task_state *state, __u32 reported, int failed) {
  count(0, 1);
  if (failed) {
    count(1, 1);
    state->lost++;
  } else if (reported) {
    count(2, reported);
    state->lost = 0;
  }
  return failed;
}

// Counts a record as lost without writing it.
static __always_inline void lose(struct task_state *state) { emitted(state, 0, 1); }

// Writes a record. Returns whether it failed to enter the ring.
static __always_inline int emit(struct task_state *state, char *buffer) {
  struct head *head = (struct head *)buffer;
  __u32 first = head->first, second = head->second;
  if (first > MAX_ARGV) first = MAX_ARGV;
  if (second > PART) second = PART;
  __u64 bytes = sizeof(*head) + first + second;
  BOUND(bytes, 0x7fff);
  return emitted(state, head->lost, bpf_ringbuf_output(&ring, buffer, bytes, BPF_RB_NO_WAKEUP) != 0);
}

// Emits the start or end of a run. Returns whether the record failed to enter the ring.
static __always_inline int emit_run(
    struct task_state *state, __u32 kind, __u32 tid, __u32 at, struct run *run) {
  struct head *head = bpf_ringbuf_reserve(&ring, sizeof(*head), 0);
  if (!head) return emitted(state, 0, 1);
  __builtin_memset(head, 0, sizeof(*head));
  head->kind = kind;
  head->tid = tid;
  head->number = run->number;
  head->lost = state->lost;
  head->result = run->bytes;
  head->args[0] = run->fd;
  head->args[3] = at;
  head->args[4] = run->count;
  head->nanos = bpf_ktime_get_ns();
  __u32 reported = head->lost;
  bpf_ringbuf_submit(head, BPF_RB_NO_WAKEUP);
  return emitted(state, reported, 0);
}

static __always_inline void end_runs_of(struct task_state *state, __u32 tid, __u32 flag) {
  for (__u32 i = 0; i < RUNS; i++) {
    struct run *run = &state->runs[i];
    if (run->is_open && (shapes[run->number & 511] & WRITES) == flag) {
      emit_run(state, RUN_ENDED, tid, i, run);
      run->is_open = 0;
    }
  }
}

GLOBAL __noinline int end_open_runs(struct task_state *state, __u32 tid) {
  if (!state) return 0;
  end_runs_of(state, tid, 0);
  end_runs_of(state, tid, WRITES);
  state->open = 0;
  return 0;
}

// Ends all runs before another record of the thread.
static __always_inline void end_runs(struct task_state *state, __u32 tid) {
  if (state->open) end_open_runs(state, tid);
  state->known = 0;
}

// Returns the run of a call, plus 1; 0 if the call has none.
static __always_inline __u32 find_run(struct task_state *state, __u32 number, __u32 fd) {
  if (!state->known) return 0;
  for (__u32 i = 0; i < RUNS; i++) {
    if (i < state->known && state->runs[i].number == number && state->runs[i].fd == fd) return i + 1;
  }
  return 0;
}

// Begins a run if the call was repeated often enough. Returns whether the run has begun.
static __always_inline int enter_run(struct task_state *state, __u32 tid, __u32 at) {
  struct run *run = &state->runs[at & (RUNS - 1)];
  if (run->is_open) return 1;
  if (run->seen < SEEN_BEFORE_RUN) return 0;
  run->count = 0;
  run->bytes = 0;
  if (emit_run(state, RUN_BEGUN, tid, at, run)) return 0;
  run->is_open = 1;
  state->open++;
  return 1;
}

static __always_inline void count_access(struct task_state *state, __u32 at, long result) {
  struct run *run = &state->runs[at & (RUNS - 1)];
  run->count++;
  run->bytes += result;
}

// Appends a string to the data; returns its length with the final zero byte.
static __always_inline __u32 text(char *buffer, __u32 at, __u64 from) {
  long length = bpf_probe_read_user_str(buffer + sizeof(struct head) + (at & 0x3fff), PART, (void *)from);
  return length < 0 || length > PART ? 0 : length;
}

static __always_inline __u32 bytes(char *buffer, __u32 at, __u64 from, __u64 length) {
  if (length == 0 || !from) return 0;
  if (length > 1024) length = 1024;
  BOUND(length, 0x7ff);
  return bpf_probe_read_user(buffer + sizeof(struct head) + (at & 0x3fff), length, (void *)from) ? 0 : length;
}

static __always_inline void address(char *buffer, struct head *head) {
  int isMove = head->number == 44 || head->number == 45;
  __u64 from = isMove ? head->args[4] : head->args[1];
  __u64 length = isMove ? head->args[5] : head->args[2];
  if (head->number == 43 || head->number == 288 || head->number == 51 || head->number == 45) {
    int given = 0;
    if (!length || bpf_probe_read_user(&given, sizeof(given), (void *)length)) return;
    length = given;
  }
  if (length > 128) length = 128;
  head->first = bytes(buffer, 0, from, length);
}

static __always_inline struct file *file_of(__u32 fd) {
  struct task_struct *task = UNTRUSTED(bpf_get_current_task_btf());
  struct file **files = task->files->fdt->fd, *file = 0;
  return bpf_probe_read_kernel(&file, sizeof(file), &files[fd]) ? 0 : file;
}

static __always_inline int is_socket(__u32 fd) {
  struct file *file = file_of(fd);
  if (!file) return 0;
  if (IS_KNOWN(bpf_rdonly_cast)) {  // direct loads, without calls of helpers
    file = UNTRUSTED(file);
    return (file->f_inode->i_mode & 0170000) == 0140000;
  }
  return (BPF_CORE_READ(file, f_inode, i_mode) & 0170000) == 0140000;
}

// Stores a recorded access, because it may be the first of a run.
static __always_inline void remember(struct task_state *state, __u32 number, __u32 fd) {
  struct task_struct *task = UNTRUSTED(bpf_get_current_task_btf());
  __u32 at = find_run(state, number, fd);
  if (at) {
    state->runs[(at - 1) & (RUNS - 1)].seen++;
    return;
  }
  if (!settings.folds || task->signal->nr_threads != 1 || task->files->count.counter != 1 ||
      is_socket(fd)) {
    return;
  }
  __u32 known = state->known < RUNS ? state->known : 0;
  struct run *run = &state->runs[known & (RUNS - 1)];
  run->number = number;
  run->fd = fd;
  run->seen = 1;
  run->is_open = 0;
  state->known = known + 1;
}

// Copies received bytes of a socket, because they may be the handshake of a database server.
static __always_inline void received(char *buffer, struct head *head) {
  if (head->result < 4 || head->result > 512) return;
  __u32 length = bytes(buffer, head->first, head->args[1], head->result);
  if (head->number == 45) {
    head->second = length;
  } else {
    head->first = length;
  }
}

// Writes a record with the local address of a TCP or UDP connection to another host, or of a
// datagram socket that has a port. The record precedes that of the call that made the connection or
// chose the port. Its call number is one that no system call has.
static __always_inline void own_address(
    struct task_state *state, __u32 tid, __u32 fd, int is_datagram) {
  struct file *file = file_of(fd);
  if (!file || !is_socket(fd)) return;
  struct socket *socket = BPF_CORE_READ(file, private_data);
  struct sock *sock = BPF_CORE_READ(socket, sk);
  if (is_datagram && (BPF_CORE_READ(socket, type) != 2 || state->own == (__u64)sock)) return;
  __u16 family = BPF_CORE_READ(sock, __sk_common.skc_family);
  if (family != 2 && family != 10) return;
  if (family == 2 && (BPF_CORE_READ(sock, __sk_common.skc_daddr) & 0xff) == 127) return;
  state->own = (__u64)sock;
  char *buffer = start(state, WHOLE, tid, OWN_ADDRESS);
  if (!buffer) return;
  struct head *head = (struct head *)buffer;
  __builtin_memset(head->args, 0, sizeof(head->args));
  head->args[0] = fd;
  head->result = 0;
  struct sockaddr_in6 *name = (struct sockaddr_in6 *)(buffer + sizeof(*head));
  name->sin6_family = family;
  name->sin6_port = bpf_htons(BPF_CORE_READ(sock, __sk_common.skc_num));
  if (family == 2) {
    __u32 own = BPF_CORE_READ(sock, __sk_common.skc_rcv_saddr);
    __builtin_memcpy(&name->sin6_flowinfo, &own, sizeof(own));
    head->first = 8;
  } else {
    struct in6_addr own;
    BPF_CORE_READ_INTO(&own, sock, __sk_common.skc_v6_rcv_saddr);
    __builtin_memcpy(&name->sin6_addr, &own, sizeof(own));
    head->first = 24;
  }
  emit(state, buffer);
}

static __always_inline void message(char *buffer, struct head *head) {
  struct user_msghdr given;
  if (bpf_probe_read_user(&given, sizeof(given), (void *)head->args[1])) return;
  __u32 length = given.msg_namelen > 128 ? 128 : given.msg_namelen;
  head->first = bytes(buffer, 0, (__u64)given.msg_name, length);
  __u32 control = given.msg_controllen > 1024 ? 1024 : given.msg_controllen;
  head->second = bytes(buffer, head->first, (__u64)given.msg_control, control);
}

struct batch {
  __u64 from;
};

// Copies one message of a call with several messages.
static long add_message(__u32 i, struct batch *batch) {
  __u32 zero = 0;
  char *buffer = bpf_map_lookup_elem(&scratch, &zero);
  struct user_msghdr given;
  __u64 from = batch->from + i * 64ull;
  if (!buffer || i >= MAX_MESSAGES || bpf_probe_read_user(&given, sizeof(given), (void *)from)) {
    return 1;
  }
  __u32 at = i * MESSAGE_BYTES;
  BOUND(at, 0x3fff);
  __u32 name = given.msg_namelen > 128 ? 128 : given.msg_namelen;
  __u32 control = given.msg_controllen > 240 ? 240 : given.msg_controllen;
  __u32 *lengths = (__u32 *)(buffer + sizeof(struct head) + at);
  lengths[0] = bytes(buffer, at + MESSAGE_NAME, (__u64)given.msg_name, name);
  lengths[1] = bytes(buffer, at + MESSAGE_CONTROL, (__u64)given.msg_control, control);
  lengths[2] = 0;
  bpf_probe_read_user(&lengths[2], sizeof(lengths[2]), (void *)(from + sizeof(given)));
  ((struct head *)buffer)->first = at + MESSAGE_BYTES;
  return 0;
}

static __always_inline void messages(struct head *head) {
  struct batch batch = {head->args[1]};
  __u64 count = head->kind == BEGUN ? (__u32)head->args[2] : head->result;
  if (count > MAX_MESSAGES) count = MAX_MESSAGES;
  bpf_loop(count, add_message, &batch, 0);
}

// Identity of a file, which does not depend on names. The birth time tells a file from a later one with the same
// inode number; 0 if the file system does not record it.
struct identity {
  __u64 file_system;  // f_fsid of statfs; 0 if it is not derived from the UUID
  __u64 inode;
  __s64 birth;        // in nanoseconds since 1970
};

// Second part of the data of a call that opened a file. If the caller's mount namespace is not the
// reader's, the path within the file system follows.
struct opened {
  struct identity file;   // on overlayfs, the file of the upper or lower file system
  struct identity lower;  // the file that overlayfs copied to the upper file system; inode 0 for none
  __u32 device;  // in the kernel's form: 12 bits of major number, 20 bits of minor number
  __u32 links;
  __u32 mode;    // with CREATED if the call created the file
  __u32 mounts;  // number of the caller's mount namespace; 0 if it is the reader's
  __s64 size;
  __s64 modified;  // in nanoseconds since 1970, as the next one; 0 before Linux 6.11
  __s64 changed;
};

#define CREATED 0x100000  // FMODE_CREATED, which only open files have
#define EXT4 0xef53
#define TMPFS 0x01021994
#define XFS 0x58465342
#define BTRFS 0x9123683e
#define OVERLAYFS 0x794c7630

// Parts of structures that may belong to modules, or differ between versions of Linux.
struct ext4_inode_info___born {
  struct timespec64 i_crtime;
  struct inode vfs_inode;
} __attribute__((preserve_access_index));

struct shmem_inode_info___born {
  struct timespec64 i_crtime;
  struct inode vfs_inode;
} __attribute__((preserve_access_index));

struct xfs_inode___born {
  struct timespec64 i_crtime;
  struct inode i_vnode;
} __attribute__((preserve_access_index));

struct btrfs_inode___born {
  __u64 i_otime_sec;
  __u32 i_otime_nsec;
  struct inode vfs_inode;
} __attribute__((preserve_access_index));

struct inode___times {
  __s64 i_mtime_sec;
  __s64 i_ctime_sec;
  __u32 i_mtime_nsec;
  __u32 i_ctime_nsec;
} __attribute__((preserve_access_index));

struct ovl_path___any {
  struct dentry *dentry;
} __attribute__((preserve_access_index));

struct ovl_entry___any {
  unsigned int __numlower;
  struct ovl_path___any __lowerstack[];
} __attribute__((preserve_access_index));

struct ovl_inode___any {
  struct inode vfs_inode;
  struct dentry *__upperdentry;
  struct ovl_entry___any *oe;
} __attribute__((preserve_access_index));

#define CONTAINER(type, member, inode) \
  ((struct type *)((char *)(inode) - bpf_core_field_offset(struct type, member)))

#define BORN(type, member)                                             \
  if (bpf_core_field_exists(struct type, i_crtime)) {                  \
    struct timespec64 time = {};                                       \
    struct type *container = CONTAINER(type, member, inode);           \
    bpf_core_read(&time, sizeof(time), &container->i_crtime);          \
    return time.tv_sec * 1000000000ll + time.tv_nsec;                  \
  }

static __always_inline __s64 birth_of(struct inode *inode, __u64 type) {
  if (type == EXT4) {
    BORN(ext4_inode_info___born, vfs_inode);
  } else if (type == TMPFS) {
    BORN(shmem_inode_info___born, vfs_inode);
  } else if (type == XFS) {
    BORN(xfs_inode___born, i_vnode);
  } else if (type == BTRFS && bpf_core_field_exists(struct btrfs_inode___born, i_otime_sec)) {
    struct btrfs_inode___born *container = CONTAINER(btrfs_inode___born, vfs_inode, inode);
    return BPF_CORE_READ(container, i_otime_sec) * 1000000000ll + BPF_CORE_READ(container, i_otime_nsec);
  }
  return 0;
}

static __always_inline void identify(struct inode *inode, struct identity *identity) {
  struct super_block *system = BPF_CORE_READ(inode, i_sb);
  __u64 type = BPF_CORE_READ(system, s_magic);
  if (type == EXT4 || type == TMPFS) {
    __u64 uuid[2] = {};
    bpf_core_read(uuid, sizeof(uuid), &system->s_uuid);
    identity->file_system = uuid[0] ^ uuid[1];
  }
  identity->inode = BPF_CORE_READ(inode, i_ino);
  identity->birth = birth_of(inode, type);
}

struct climb {
  struct dentry *entry;
  struct mount *mount;  // null: within the file system
  __u32 at;       // where the path begins, from PATH_FROM
  __u32 is_whole; // the path begins at the root of its mounts, or of the file system
};

// Prepends a name to a path, or goes from the root of a mount to its mount point.
static long climb(__u32 i, struct climb *climb) {
  __u32 zero = 0;
  char *buffer = bpf_map_lookup_elem(&scratch, &zero);
  if (!buffer) return 1;
  struct dentry *entry = climb->entry, *parent = BPF_CORE_READ(entry, d_parent);
  struct mount *mount = climb->mount;
  if (!mount && entry == parent) {
    climb->is_whole = 1;
    return 1;
  }
  if (mount && entry == BPF_CORE_READ(mount, mnt.mnt_root)) {
    climb->mount = BPF_CORE_READ(mount, mnt_parent);
    climb->entry = BPF_CORE_READ(mount, mnt_mountpoint);
    climb->is_whole = climb->mount == mount;
    return climb->is_whole;
  }
  __u32 length = BPF_CORE_READ(entry, d_name.len), at = climb->at;
  int is_removed = !BPF_CORE_READ(entry, d_hash.pprev);
  if (entry == parent || is_removed || length > MAX_NAME || at < length + 1) return 1;
  at -= length + 1;
  buffer[PATH_FROM + (at & (PATH_BYTES - 1))] = '/';
  const unsigned char *name = BPF_CORE_READ(entry, d_name.name);
  BOUND(length, 0xff);
  if (bpf_probe_read_kernel(buffer + PATH_FROM + (at & (PATH_BYTES - 1)) + 1, length, name)) return 1;
  climb->at = at;
  climb->entry = parent;
  return 0;
}

// Copies the path of an entry into the data, up to the root of its mounts, or of its file system
// without a mount. Returns its length; 0 if no such path exists, or it is very long.
GLOBAL __noinline int copy_path(__u32 to, __u64 entry, __u64 mount) {
  __u32 zero = 0;
  char *buffer = bpf_map_lookup_elem(&scratch, &zero);
  if (!buffer) return 0;
  struct climb path = {
      .entry = (struct dentry *)entry,
      .mount = mount ? (struct mount *)(mount - __builtin_offsetof(struct mount, mnt)) : 0,
      .at = PATH_BYTES - 1};
  buffer[PATH_FROM + PATH_BYTES - 1] = 0;
  bpf_loop(MAX_PARTS, climb, &path, 0);
  __u32 length = PATH_BYTES - path.at;
  if (!path.is_whole || length == 1 || length > MAX_PATH) return 0;
  BOUND(length, 0x1fff);
  char *from = buffer + PATH_FROM + (path.at & (PATH_BYTES - 1));
  BOUND(to, 0x1fff);
  return bpf_probe_read_kernel(buffer + sizeof(struct head) + to, length, from) ? 0 : length;
}

// Appends the path of an open file; nothing if it has none, or a very long one.
static __always_inline void path_of(struct head *head, __u32 fd) {
  struct file *file = file_of(fd);
  __u64 entry = (__u64)BPF_CORE_READ(file, f_path.dentry);
  __u64 mount = (__u64)BPF_CORE_READ(file, f_path.mnt);
  head->first = file ? copy_path(0, entry, mount) : 0;
}

// Finds the files of a file on overlayfs. Returns the entry of the one that the file shows.
static __always_inline struct dentry *below_overlay(struct inode *inode, struct opened *opened) {
  if (!bpf_core_field_exists(struct ovl_inode___any, oe)) return 0;
  struct ovl_inode___any *overlay = CONTAINER(ovl_inode___any, vfs_inode, inode);
  struct dentry *upper = BPF_CORE_READ(overlay, __upperdentry), *lower = 0;
  struct ovl_entry___any *stack = BPF_CORE_READ(overlay, oe);
  if (stack && BPF_CORE_READ(stack, __numlower)) lower = BPF_CORE_READ(stack, __lowerstack[0].dentry);
  if (upper && lower) identify(BPF_CORE_READ(lower, d_inode), &opened->lower);
  struct dentry *shown = upper ? upper : lower;
  if (shown) identify(BPF_CORE_READ(shown, d_inode), &opened->file);
  return shown;
}

// Reads the state of a file when it is opened, before the caller changes it.
static __always_inline void read_state(struct inode *inode, struct opened *opened) {
  opened->size = BPF_CORE_READ(inode, i_size);
  if (!bpf_core_field_exists(struct inode___times, i_ctime_nsec)) return;
  struct inode___times *times = (struct inode___times *)inode;
  opened->modified = BPF_CORE_READ(times, i_mtime_sec) * 1000000000ll + BPF_CORE_READ(times, i_mtime_nsec);
  // Bit 31 tells that the time was queried.
  __u32 nanos = BPF_CORE_READ(times, i_ctime_nsec) & 0x7fffffff;
  opened->changed = BPF_CORE_READ(times, i_ctime_sec) * 1000000000ll + nanos;
}

// Appends what a call has opened.
static __noinline int add_opened(__u32 fd) {
  __u32 zero = 0;
  char *buffer = bpf_map_lookup_elem(&scratch, &zero);
  struct file *file = file_of(fd);
  if (!buffer || !file) return 0;
  struct head *head = (struct head *)buffer;
  struct inode *inode = BPF_CORE_READ(file, f_inode);
  struct dentry *entry = BPF_CORE_READ(file, f_path.dentry);
  struct opened opened = {};
  opened.mode = BPF_CORE_READ(inode, i_mode) | (BPF_CORE_READ(file, f_mode) & CREATED);
  opened.links = BPF_CORE_READ(inode, __i_nlink);
  struct dentry *below = 0;
  if (BPF_CORE_READ(inode, i_sb, s_magic) == OVERLAYFS) below = below_overlay(inode, &opened);
  if (below) {
    entry = below;
    inode = BPF_CORE_READ(below, d_inode);
  } else {
    identify(inode, &opened.file);
  }
  opened.device = BPF_CORE_READ(inode, i_sb, s_dev);
  read_state(inode, &opened);
  __u32 mounts = BPF_CORE_READ(bpf_get_current_task_btf(), nsproxy, mnt_ns, ns.inum);
  __u32 first = head->first;
  BOUND(first, 0x1fff);
  head->second = sizeof(opened);
  if (mounts != settings.mounts) {
    opened.mounts = mounts;
    head->second += copy_path(first + sizeof(opened), (__u64)entry, 0);
  }
  __builtin_memcpy(buffer + sizeof(*head) + first, &opened, sizeof(opened));
  return 0;
}

static __always_inline int opens(__u32 number) {
  return number == 257 || number == 2 || number == 437 || number == 85 || number == OPENED;
}

static __always_inline void texts(char *buffer, struct head *head, __u32 shape) {
#pragma unroll
  for (int i = 0; i < 4; i++) {
    if (shape & TEXT(i)) {
      if (head->first == 0) {
        head->first = text(buffer, 0, head->args[i]);
      } else {
        head->second = text(buffer, head->first, head->args[i]);
      }
    }
  }
}

static __always_inline void data(char *buffer, __u32 shape) {
  struct head *head = (struct head *)buffer;
  if (shape & 0xf) texts(buffer, head, shape);
  if (shape & ADDRESS) address(buffer, head);
  if (shape & MESSAGE) message(buffer, head);
  if (shape & MESSAGES) messages(head);
  if (shape & BY_HANDLE) path_of(head, head->result);
  if (shape & RECEIVES) received(buffer, head);
  if (shape & PAIR) head->first = bytes(buffer, 0, head->args[head->number == 53 ? 3 : 0], 8);
  if (head->number == 16 && (__u32)head->args[1] == 0x4020940d) {  // struct file_clone_range
    __u64 source = 0;
    bpf_probe_read_user(&source, sizeof(source), (void *)head->args[2]);
    head->args[2] = source;
  }
  if (head->number == 16 && (__u32)head->args[1] == 0x80045430) {  // TIOCGPTN
    __u32 terminal = 0;
    bpf_probe_read_user(&terminal, sizeof(terminal), (void *)head->args[2]);
    head->args[2] = terminal;
  }
  if (shape & HOW) {
    struct open_how how = {};
    bpf_probe_read_user(&how, sizeof(how), (void *)head->args[2]);
    head->args[2] = how.flags;
    if (how.resolve & RESOLVE_IN_ROOT && head->kind == WHOLE) {
      head->number = OPENED;
      path_of(head, head->result);
    }
  }
  if (head->kind == WHOLE && head->result >= 0 && opens(head->number)) add_opened(head->result);
}

static __always_inline void arguments(struct head *head, struct pt_regs *regs) {
  head->args[0] = regs->di;
  head->args[1] = regs->si;
  head->args[2] = regs->dx;
  head->args[3] = regs->r10;
  head->args[4] = regs->r8;
  head->args[5] = regs->r9;
}

// Writes a record of a call that has no data. Returns whether the record failed to enter the ring.
static __always_inline int emit_numbers(
    struct task_state *state, struct pt_regs *regs, __u32 kind, __u32 tid, __u32 number, long result) {
  struct head *head = bpf_ringbuf_reserve(&ring, sizeof(*head), 0);
  if (!head) return emitted(state, 0, 1);
  head->kind = kind;
  head->tid = tid;
  head->number = number;
  head->lost = state->lost;
  head->result = result;
  arguments(head, regs);
  if (number == IO_URING_SETUP) head->args[5] = SEES_REQUESTS;
  head->first = 0;
  head->second = 0;
  head->nanos = bpf_ktime_get_ns();
  __u32 reported = head->lost;
  bpf_ringbuf_submit(head, BPF_RB_NO_WAKEUP);
  return emitted(state, reported, 0);
}

// Returns whether a multi-purpose call changes descriptors or mappings.
static __always_inline int isSelected(__u64 number, struct pt_regs *regs) {
  __u64 request = regs->si & 0xffffffff;
  if (number == 72) return request == 0 || request == 2 || request == 1030;
  if (number == 16) {
    return request == 0x40049409 || request == 0x4020940d || request == 0x5450 ||
           request == 0x5451 || request == 0x80045430 || request == 0x5441;
  }
  if (number == 10 || number == 329) return (regs->dx & 6) != 0;  // writable or executable
  if (number == 250) return regs->di == 11;  // keyctl: read
  return (regs->r10 & 0x11) != 0 || !(regs->r10 & 0x20);  // mmap: shared, fixed or of a file
}

static __always_inline __u32 shapeOf(__u64 number) {
  if (number > LAST_CALL && number < OWN_ADDRESS) return PLAIN;
  return number < 512 ? shapes[number & 511] : 0;
}

static __always_inline void enter(struct pt_regs *regs, long number, __u32 shape) {
  struct task_struct *task = bpf_get_current_task_btf();
  struct task_state *state = state_of(task);
  if (!state || state->skip || (task->thread_info.status & 2)) return;
  state->begun = 0;
  state->inside = 0;
  __u32 run = shape & FOLDS ? find_run(state, number, regs->di) : 0;
  int hidden = is_hidden(task);
  if (run && !hidden && enter_run(state, task->pid, run - 1)) {
    state->inside = run;
    return;
  }
  if (!run && (state->open || !(shape & FOLDS))) end_runs(state, task->pid);
  if (((shape & ENDS_EARLY) && UNTRUSTED(task)->files->count.counter < 2) || hidden) return;
  if (!(shape & HAS_DATA)) {
    if (!emit_numbers(state, regs, BEGUN, task->pid, number, 0)) state->begun = number + 1;
  } else {
    char *buffer = start(state, BEGUN, task->pid, number);
    if (!buffer) return;
    struct head *head = (struct head *)buffer;
    arguments(head, regs);
    head->result = 0;
    data(buffer, shape);
    if (!emit(state, buffer)) state->begun = number + 1;
  }
}

// Returns whether the current call is one of a 32-bit program, or of the x32 interface.
static __always_inline int is_32_bit(struct task_struct *task, struct pt_regs *regs) {
  return task->thread_info.status & 2 || (regs->orig_ax & ~511ull) == 0x40000000;
}

static __always_inline void leave(struct pt_regs *regs, long result, __u32 shape) {
  struct task_struct *task = bpf_get_current_task_btf();
  struct task_state *state = state_of(task);
  if (!state || state->skip) return;
  if (state->inside) {
    if (result > 0) count_access(state, state->inside - 1, result);
    state->inside = 0;
    return;
  }
  if (is_32_bit(task, regs)) {  // calls of 32-bit programs are not supported
    lose(state);
    return;
  }
  __u64 number = regs->orig_ax;
  int isEnd = state->begun == number + 1;
  state->begun = 0;
  if (!shape || ((shape & SELECT) && !isSelected(number, regs))) return;
  if (result < 0 && result > -4096 && !isEnd && number != 42) return;
  if (settings.is_limited) {
    state->hidden = is_hidden(task);
    if (state->hidden) {
      end_runs(state, task->pid);
      lose(state);
      return;
    }
  }
  // Checked before find_run, since the verifier would check it for each result of that.
  int may_run = (shape & FOLDS) && !isEnd && (!(shape & WRITES) || is_alone());
  __u32 run = shape & FOLDS ? find_run(state, number, regs->di) : 0;
  if (run && may_run && enter_run(state, task->pid, run - 1)) {
    count_access(state, run - 1, result);
    return;
  }
  if (shape & FOLDS) {
    if (!run && state->open) end_runs(state, task->pid);
    if (result >= 0) remember(state, number, regs->di);
  } else {
    end_runs(state, task->pid);
  }
  int connects = number == 42 && (result == 0 || result == -115);
  int accepts = (number == 43 || number == 288) && result >= 0;
  int sends = (number == 44 && regs->r8) || number == 46 || number == 307;
  int hasPort = (number == 49 || sends) && result >= 0;
  if (number == 41) state->own = 0;  // a new socket may reuse the memory of a closed one
  if (connects || accepts || hasPort) {
    own_address(state, task->pid, accepts ? result : regs->di, hasPort);
  }
  if (number == 0 && !(result >= 4 && result <= 512 && is_socket(regs->di))) shape = PLAIN;
  if (isEnd || !(shape & HAS_DATA)) {
    emit_numbers(state, regs, isEnd ? ENDED : WHOLE, task->pid, number, result);
    wait_at_times(state);
    return;
  }
  char *buffer = start(state, WHOLE, task->pid, number);
  if (!buffer) return;
  struct head *head = (struct head *)buffer;
  arguments(head, regs);
  head->result = result;
  data(buffer, shape);
  emit(state, buffer);
  wait_for_reader();
}

// Records a listing of a directory, or a call that found no file at its path.
static __always_inline void looked_up(struct pt_regs *regs, long result, __u32 shape) {
  struct task_struct *task = bpf_get_current_task_btf();
  struct task_state *state = state_of(task);
  if (!state || state->skip || is_32_bit(task, regs)) return;
  __u64 number = regs->orig_ax;
  end_runs(state, task->pid);
  if (is_hidden(task)) {
    lose(state);
    return;
  }
  if (shape & PLAIN) {
    emit_numbers(state, regs, WHOLE, task->pid, number, result);
    wait_at_times(state);
    return;
  }
  char *buffer = start(state, WHOLE, task->pid, number);
  if (!buffer) return;
  struct head *head = (struct head *)buffer;
  arguments(head, regs);
  head->result = result;
  if (number == 437) {
    struct open_how how = {};
    bpf_probe_read_user(&how, sizeof(how), (void *)head->args[2]);
    if (how.resolve & RESOLVE_IN_ROOT) {  // the path is not known
      lose(state);
      return;
    }
    head->args[2] = how.flags;
  }
  texts(buffer, head, shape);
  emit(state, buffer);
  wait_for_reader();
}

// Traces the child if the parent is the spawner and the child is not a thread of its process.
static __always_inline void spawned(struct task_struct *parent, struct task_struct *child) {
  if (parent->pid != settings.spawner || parent->tgid == child->tgid) return;
  if (is_hidden(parent)) return;  // another user's thread has reused the thread id
  struct task_state *state = add(child);
  if (state) state->skip = settings.skip;
}

static __always_inline void forked(struct task_struct *child) {
  struct task_struct *task = bpf_get_current_task_btf();
  struct task_state *state = state_of(task);
  if (!state) {
    spawned(task, child);
    return;
  }
  if (state->skip || (child->flags & KERNEL_FLAGS)) return;
  end_runs(state, task->pid);
  struct task_state *created = add(child);
  if (created) created->hidden = state->hidden;
  struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
  __u64 number = regs->orig_ax;
  char *buffer = start(state, FORKED, task->pid, number);
  if (!buffer) return;
  struct head *head = (struct head *)buffer;
  arguments(head, regs);
  if (number == 435) {
    __u64 flags = 0;
    bpf_probe_read_user(&flags, sizeof(flags), (void *)head->args[0]);
    head->args[0] = flags;
  }
  if (is_hidden(task)) __builtin_memset(&head->args[1], 0, 5 * sizeof(head->args[0]));
  head->result = child->pid;
  emit(state, buffer);
}

// Writes the environment of a new program, in parts, before the record of the program. Ends with the
// first part that is lost, because later parts would be joined with earlier ones. Writes none of a
// hidden program. Returns its size, which may be more than was written.
static __always_inline __u64 environment(struct task_state *state, struct task_struct *task) {
  if (!settings.environment) return 0;
  struct mm_struct *memory = UNTRUSTED(task)->mm;
  __u64 from = memory->env_start, to = memory->env_end;
  __u64 size = to > from ? to - from : 0;
  if (state->hidden) return size;
  for (__u32 i = 0; i < ENVIRONMENT_PARTS && from < to; i++) {
    __u64 part = to - from > MAX_ARGV ? MAX_ARGV : to - from;
    BOUND(part, 0x3fff);
    char *buffer = start(state, ENVIRONMENT, task->pid, 59);
    if (!buffer) return size;
    struct head *head = (struct head *)buffer;
    head->result = i;
    head->first = part;
    if (bpf_probe_read_user(buffer + sizeof(*head), part, (void *)from)) return size;
    if (emit(state, buffer)) return size;
    from += part;
  }
  return size;
}

static __always_inline void executed(struct task_struct *task, int old, struct linux_binprm *bprm) {
  struct task_state *state = state_of(task);
  if (!state) return;
  if (state->skip && --state->skip) return;
  end_runs(state, task->pid);
  state->begun = 0;
  __u32 before = state->hidden;
  state->hidden = is_hidden(task);
  if (before && state->hidden) {
    lose(state);
    return;
  }
  __u64 variables = environment(state, task);
  char *buffer = start(state, EXECUTED, task->pid, 59);
  if (!buffer) return;
  struct head *head = (struct head *)buffer;
  head->result = old;
  long length =
      bpf_probe_read_kernel_str(buffer + sizeof(*head), PART, UNTRUSTED(bprm)->filename);
  head->second = length < 0 || length > PART ? 0 : length;
  // Data order: the path, then the arguments. The path's length is in the second field.
  struct mm_struct *memory = UNTRUSTED(task)->mm;
  __u64 from = memory->arg_start, to = memory->arg_end;
  __u64 size = to > from ? to - from : 0;
  head->args[0] = size;
  head->args[1] = variables;
  if (size > MAX_ARGV) size = MAX_ARGV;
  BOUND(size, 0x3fff);
  if (size && bpf_probe_read_user(buffer + sizeof(*head) + (head->second & 0x1fff), size, (void *)from)) {
    size = 0;
  }
  head->first = size;
  emit(state, buffer);
}

static __always_inline void exited(struct task_struct *task) {
  struct task_state *state = settings.adds ? state_of(task) : known_state(task);
  if (!state) return;
  end_runs(state, task->pid);
  int code = task->exit_code;
  struct signal_struct *process = UNTRUSTED(task)->signal;
  if (process->flags & 4) code = process->group_exit_code;
  char *buffer = start(state, EXITED, task->pid, code & 0x7f ? 128 + (code & 0x7f) : (code >> 8) & 0xff);
  if (!buffer) return;
  if (!state->skip) emit(state, buffer);
  // The state of a first thread shows that its other threads are traced. Linux frees it with the task.
  if (!settings.adds) bpf_task_storage_delete(&tree, task);
  __sync_fetch_and_add(&living, -1);
}

// Returns whether a task is within a write of a run. Inside of a call the result is -ENOSYS.
static __always_inline int is_inside(struct task_struct *task, struct task_state *state) {
  if (state->inside) return 1;
  struct pt_regs *regs = (struct pt_regs *)bpf_task_pt_regs(task);
  __u64 number = regs->orig_ax;
  return (shapeOf(number) & WRITES) && (long)regs->ax == -38 && find_run(state, number, regs->di);
}

// Ends the runs of a thread that leaves the processor, unless it waits within a write of a run.
static __always_inline void left_processor(struct task_struct *task) {
  struct task_state *state = known_state(task);
  if (state && state->open && !is_inside(task, state)) end_runs(state, task->pid);
}

#ifdef IO_URING
// System call that is equivalent to each request. 0: the request is unknown and counts as lost.
#define NOTHING 0xffff
static const volatile __u16 calls[64] = {
    [1] = 19, [60] = 19, [4] = 17, [22] = 17, [27] = 45, [10] = 47,                 // reads
    [2] = 20, [61] = 20, [5] = 18, [23] = 18, [26] = 44, [47] = 44, [9] = 46, [48] = 46,  // writes
    [18] = 257, [28] = 257, [19] = 3, [35] = 316, [36] = 263, [37] = 258, [38] = 266, [39] = 265,
    [17] = 285, [55] = 77, [30] = 275, [33] = 276, [45] = 41, [16] = 42, [13] = 288,
    [0] = NOTHING, [3] = NOTHING, [6] = NOTHING, [7] = NOTHING, [8] = NOTHING, [11] = NOTHING,
    [12] = NOTHING, [14] = NOTHING, [15] = NOTHING, [20] = NOTHING, [21] = NOTHING, [24] = NOTHING,
    [25] = NOTHING, [29] = NOTHING, [31] = NOTHING, [32] = NOTHING, [34] = NOTHING, [50] = NOTHING,
    [51] = NOTHING, [52] = NOTHING, [53] = NOTHING, [57] = NOTHING, [59] = NOTHING,
};

union command {
  __u64 words[8];
  struct io_rw rw;
  struct io_sr_msg message;
  struct io_open open;
  struct io_close close;
  struct io_rename rename;
  struct io_unlink unlink;
  struct io_mkdir mkdir;
  struct io_link link;
  struct io_sync sync;
  struct io_ftrunc ftrunc;
  struct io_splice splice;
  struct io_socket socket;
  struct io_connect connect;
  struct io_accept accept;
};

static __always_inline __u32 callOf(struct io_kiocb *req) {
  __u8 opcode = 0;
  bpf_probe_read_kernel(&opcode, sizeof(opcode), &req->opcode);
  return opcode < 64 ? calls[opcode & 63] : 0;
}

// Returns the thread to which a request is attributed. A Linux worker thread counts as the main
// thread of its process.
static __always_inline struct task_struct *requester(void) {
  struct task_struct *task = bpf_get_current_task_btf();
  return task->flags & KERNEL_FLAGS ? task->group_leader : task;
}

static __always_inline void set(struct head *head, __u64 a, __u64 b, __u64 c, __u64 d, __u64 e) {
  head->args[0] = a;
  head->args[1] = b;
  head->args[2] = c;
  head->args[3] = d;
  head->args[4] = e;
  head->args[5] = 0;
}

// Appends a path in kernel memory to the data.
static __always_inline __u32 path(char *buffer, __u32 at, struct filename *from) {
  const char *name = 0;
  bpf_probe_read_kernel(&name, sizeof(name), &from->name);
  long length =
      bpf_probe_read_kernel_str(buffer + sizeof(struct head) + (at & 0x3fff), PART, name);
  return length < 0 || length > PART ? 0 : length;
}

static __always_inline void paths(
    char *buffer, struct head *head, struct filename *one, struct filename *other) {
  head->first = path(buffer, 0, one);
  if (other) head->second = path(buffer, head->first, other);
}

// Converts the arguments of a request to those of the call. Returns whether the conversion is
// possible.
static __always_inline int understood(char *buffer, __u32 call, union command *r, __u32 fd) {
  struct head *head = (struct head *)buffer;
  switch (call) {
    case 17:
    case 18:
    case 19:
    case 20:
      set(head, fd, r->rw.addr, r->rw.len, r->rw.kiocb.ki_pos, 0);
      return 1;
    case 44:
    case 45:
    case 46:
    case 47:
      set(head, fd, (__u64)r->message.buf, r->message.len, r->message.msg_flags, 0);
      return 1;
    case 257:
      set(head, r->open.dfd, 0, r->open.how.flags, r->open.how.mode, 0);
      paths(buffer, head, r->open.filename, 0);
      return !r->open.file_slot;
    case 3:
      set(head, r->close.fd, 0, 0, 0, 0);
      return !r->close.file_slot;
    case 316:
      set(head, r->rename.old_dfd, 0, r->rename.new_dfd, 0, r->rename.flags);
      paths(buffer, head, r->rename.oldpath, r->rename.newpath);
      return 1;
    case 263:
      set(head, r->unlink.dfd, 0, r->unlink.flags, 0, 0);
      paths(buffer, head, r->unlink.filename, 0);
      return 1;
    case 258:
      set(head, r->mkdir.dfd, 0, r->mkdir.mode, 0, 0);
      paths(buffer, head, r->mkdir.filename, 0);
      return 1;
    case 265:
      set(head, r->link.old_dfd, 0, r->link.new_dfd, 0, r->link.flags);
      paths(buffer, head, r->link.oldpath, r->link.newpath);
      return 1;
    case 266:
      set(head, 0, r->link.new_dfd, 0, 0, 0);
      paths(buffer, head, r->link.oldpath, r->link.newpath);
      return 1;
    case 285:
      set(head, fd, r->sync.mode, r->sync.off, r->sync.len, 0);
      return 1;
    case 77:
      set(head, fd, r->ftrunc.len, 0, 0, 0);
      return 1;
    case 275:
      set(head, r->splice.splice_fd_in, 0, fd, 0, r->splice.len);
      return !(r->splice.flags >> 31);
    case 276:
      set(head, r->splice.splice_fd_in, fd, r->splice.len, 0, 0);
      return !(r->splice.flags >> 31);
    case 41:
      set(head, r->socket.domain, r->socket.type, r->socket.protocol, 0, 0);
      return !r->socket.file_slot;
    case 42:
      set(head, fd, (__u64)r->connect.addr, r->connect.addr_len, 0, 0);
      address(buffer, head);
      return 1;
    case 288:
      set(head, fd, 0, 0, r->accept.flags, 0);
      return !r->accept.file_slot;
  }
  return 0;
}

static __always_inline void submitted(struct io_kiocb *req) {
  struct task_struct *task = requester();
  struct task_state *state = state_of(task);
  __u32 call = callOf(req);
  if (!state || state->skip || call == NOTHING) return;
  if (task == bpf_get_current_task_btf()) end_runs(state, task->pid);
  char *buffer = start(state, SUBMITTED, task->pid, call);
  if (!buffer) return;
  struct head *head = (struct head *)buffer;
  head->result = (__u64)req;
  union command request;
  bpf_probe_read_kernel(&request, sizeof(request), req);
  __u32 flags = req->flags;
  if (is_hidden(task) || (flags & (REQ_F_FIXED_FILE | REQ_F_APOLL_MULTISHOT)) ||
      !understood(buffer, call, &request, req->cqe.fd)) {
    lose(state);
    return;
  }
  emit(state, buffer);
  wait_for_reader();
}

static __always_inline void completed(struct io_kiocb *req, long result) {
  struct task_struct *task = requester();
  struct task_state *state = state_of(task);
  __u32 call = callOf(req);
  if (!state || state->skip || !call || call == NOTHING || is_hidden(task)) return;
  char *buffer = start(state, COMPLETED, task->pid, call);
  if (!buffer) return;
  struct head *head = (struct head *)buffer;
  head->result = result;
  set(head, (__u64)req, 0, 0, 0, 0);
  emit(state, buffer);
}

SEC("tp_btf/io_uring_submit_req")
int BPF_PROG(on_submit, struct io_kiocb *req) {
  WITHOUT_PREEMPTION(submitted(req));
  return 0;
}

SEC("tp_btf/io_uring_complete")
int BPF_PROG(on_complete, struct io_ring_ctx *ring, void *req, struct io_uring_cqe *entry) {
  if (req) WITHOUT_PREEMPTION(completed(req, entry->res));
  return 0;
}
#endif

SEC("tp_btf/sys_enter")
int BPF_PROG(on_enter, struct pt_regs *regs, long number) {
  __u32 shape = shapeOf(number);
  if ((shape & (WRITES | ENDS_EARLY)) && !is_alone()) WITHOUT_PREEMPTION(enter(regs, number, shape));
  return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(on_leave, struct pt_regs *regs, long result) {
  __u32 shape = shapeOf(regs->orig_ax);
  if (shape || is_32_bit(bpf_get_current_task_btf(), regs)) WITHOUT_PREEMPTION(leave(regs, result, shape));
  return 0;
}

// Loaded only if lookups are recorded.
SEC("tp_btf/sys_exit")
int BPF_PROG(on_lookup, struct pt_regs *regs, long result) {
  __u64 number = regs->orig_ax;
  __u32 shape = number < 512 ? lookups[number & 511] : 0;
  int is_absent = result == -2 || result == -20;
  if (shape && (shape & PLAIN ? result >= 0 : is_absent)) WITHOUT_PREEMPTION(looked_up(regs, result, shape));
  return 0;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(on_switch, bool preempted, struct task_struct *previous) {
  WITHOUT_PREEMPTION(left_processor(previous));
  return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(on_fork, struct task_struct *parent, struct task_struct *child) {
  WITHOUT_PREEMPTION(forked(child));
  return 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(on_exec, struct task_struct *task, int old, struct linux_binprm *bprm) {
  WITHOUT_PREEMPTION(executed(task, old, bprm));
  return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(on_exit, struct task_struct *task) {
  WITHOUT_PREEMPTION(exited(task));
  return 0;
}

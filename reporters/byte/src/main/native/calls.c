// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// System calls: those that move bytes, and what a program learns from others.
#include "record.h"

// Functions of Valgrind's core that the headers for tools do not declare.
extern Int VG_(check_executable)(Bool *isSetId, const HChar *file, Bool mayBeSetId);  // returns an error number or 0
extern const HChar *VG_(name_of_launcher);
extern Bool VG_(clo_trace_children);

#define MAX_VECTOR 1024  // parts of a call, as in the kernel
#define MSG_PEEK 2
#define MAP_DENYWRITE 0x800

// --- programs that do not run in Valgrind ---

// Returns whether a program can read memory. Its pointers may be wrong; the system call reports
// that.
Bool is_readable(const void *address, SizeT bytes) {
  return VG_(am_is_valid_for_client)((Addr)address, bytes, VKI_PROT_READ);
}

ULong unknown_instructions;

// Returns whether the next program can execute the tool and write a log. It cannot if it runs as
// another user or in a chroot.
static Bool can_follow(void) {
  struct vg_stat logs;
  return !sr_isError(VG_(stat)(option_logs, &logs)) && logs.uid == VG_(geteuid)()
         && !VG_(check_executable)(0, VG_(name_of_launcher), True);
}

// Valgrind's core refuses to run programs with set-user-id, set-group-id or capabilities. So these programs
// run without the tool.
static void choose_how_to_execute(UInt number, const UWord *a) {
  HChar place[VKI_PATH_MAX];
  const HChar *name = (const HChar *)a[number == __NR_execve ? 0 : 1];
  Bool isRelative = number == __NR_execveat && (Int)a[0] != VKI_AT_FDCWD && is_readable(name, 1) && *name != '/';
  if (isRelative) {
    VG_(snprintf)(place, sizeof(place), "/proc/self/fd/%d%s%s", (Int)a[0], *name ? "/" : "", name);
    name = place;
  }
  Bool isSetId = False;
  VG_(check_executable)(&isSetId, name, False);
  VG_(clo_trace_children) = !isSetId && can_follow();
}

// Called before a program fails at an instruction unknown to Valgrind. Counts it, unless the
// instruction is invalid everywhere.
void help_unknown(Addr instruction) {
  const UChar *code = (const UChar *)instruction;
  Bool isOwn = is_readable(code, 2) && code[0] == 0x0f && (code[1] == 0x0b || code[1] == 0xb9 || code[1] == 0xff);
  unknown_instructions += !isOwn;
}

// --- calls ---

// State of a thread's system call between its entry and its exit.
static struct Call {
  File in, out;
  ULong in_offset, out_offset;
  ULong requested;
  Bool fills_unknown;
} *calls;

void calls_init(void) { calls = VG_(calloc)("colophon.calls", VG_N_THREADS, sizeof(*calls)); }

// --- what a program learns ---

// Before its first input, all that a program writes is literal. Afterwards an input may have
// determined any byte without a label, for example by a branch.
Bool option_read_before = False;
Bool has_unknown_bytes = False;

// Records that the program had an input. The programs that it executes get their arguments from
// this program, so they inherit this.
void has_learned(void) {
  static const HChar *const option = "--read-before=yes";
  if (option_read_before) return;
  option_read_before = True;
  VG_(addToXA)(VG_(args_for_valgrind), &option);
}

typedef enum {
  LEARNS_NOTHING,  // the call neither returns content nor facts that depend on content
  LEARNS_FACTS,    // for example a size, a time or a status; the bytes that the call stores have no label
  FILLS_UNKNOWN    // the call may store content
} Effect;

// Returns whether the status of an open file shows the size of an input.
static Bool is_status_of_input(Int fd) {
  struct vg_stat status;
  Bool isWriteOnly = (direct(__NR_fcntl, fd, VKI_F_GETFL, 0, 0, 0, 0) & VKI_O_ACCMODE) == VKI_O_WRONLY;
  return !isWriteOnly && !VG_(fstat)(fd, &status) && VKI_S_ISREG(status.mode) && !is_part_of_program(fd);
}

static Bool is_status_of_file(const HChar *name) {
  struct vg_stat status;
  return !is_readable(name, 1) || (!sr_isError(VG_(stat)(name, &status)) && VKI_S_ISREG(status.mode));
}

// Returns the effect of a call. A call that is not listed may have any.
static Effect effect_of(UInt number, const UWord *a) {
  switch (number) {
    case __NR_read: case __NR_pread64: case __NR_readv: case __NR_preadv: case __NR_preadv2: case __NR_recvfrom:
    case __NR_recvmsg: case __NR_recvmmsg: case __NR_splice: case __NR_tee: case __NR_vmsplice:
    case __NR_copy_file_range: case __NR_sendfile: case __NR_mmap: case __NR_shmget: case __NR_shmdt:
    case __NR_write: case __NR_pwrite64: case __NR_writev: case __NR_pwritev: case __NR_pwritev2: case __NR_sendto:
    case __NR_sendmsg: case __NR_sendmmsg:
    case __NR_brk: case __NR_mprotect: case __NR_munmap: case __NR_mremap: case __NR_madvise: case __NR_msync:
    case __NR_open: case __NR_openat: case __NR_creat: case __NR_close: case __NR_dup: case __NR_dup2: case __NR_dup3:
    case __NR_fcntl: case __NR_access: case __NR_faccessat: case 439 /* faccessat2 */: case __NR_chdir:
    case __NR_fchdir: case __NR_getcwd: case __NR_umask: case __NR_mkdir: case __NR_mkdirat: case __NR_unlink:
    case __NR_unlinkat: case __NR_rename: case __NR_renameat: case __NR_renameat2: case __NR_ftruncate:
    case __NR_truncate: case __NR_fallocate: case __NR_chmod: case __NR_fchmod: case __NR_fchmodat: case __NR_chown:
    case __NR_fchown: case __NR_fchownat: case __NR_utimensat: case __NR_fsync: case __NR_fdatasync:
    case __NR_fadvise64: case __NR_link: case __NR_linkat: case __NR_symlink: case __NR_symlinkat:
    case __NR_setxattr: case __NR_lsetxattr: case __NR_fsetxattr:
    case __NR_arch_prctl: case __NR_set_tid_address: case __NR_set_robust_list: case 334 /* rseq */:
    case __NR_futex: case __NR_prlimit64: case __NR_getrlimit: case __NR_setrlimit: case __NR_rt_sigaction:
    case __NR_rt_sigprocmask: case __NR_rt_sigreturn: case __NR_sigaltstack: case __NR_getpid: case __NR_getppid:
    case __NR_gettid: case __NR_getuid: case __NR_geteuid: case __NR_getgid: case __NR_getegid: case __NR_getgroups:
    case __NR_getpgrp: case __NR_getpgid: case __NR_setpgid: case __NR_getsid: case __NR_setsid: case __NR_uname:
    case __NR_sched_getaffinity: case __NR_sched_yield: case __NR_pipe: case __NR_pipe2: case __NR_socket:
    case __NR_socketpair: case __NR_bind: case __NR_listen: case __NR_connect: case __NR_shutdown:
    case __NR_fork: case __NR_vfork: case __NR_clone: case 435 /* clone3 */: case __NR_execve: case __NR_execveat:
    case __NR_exit: case __NR_exit_group: case __NR_kill: case __NR_tkill: case __NR_tgkill: return LEARNS_NOTHING;
    case __NR_lseek: return a[2] == VKI_SEEK_SET || a[2] == VKI_SEEK_CUR ? LEARNS_NOTHING : LEARNS_FACTS;
    case __NR_getrandom: return a[1] == 8 && a[2] == 1 ? LEARNS_NOTHING : LEARNS_FACTS;  // the former seeds malloc
    case __NR_fstat: return is_status_of_input(a[0]) ? LEARNS_FACTS : LEARNS_NOTHING;
    case __NR_stat: return is_status_of_file((const HChar *)a[0]) ? LEARNS_FACTS : LEARNS_NOTHING;
    case __NR_newfstatat:
      if (a[3] & VKI_AT_EMPTY_PATH) return is_status_of_input(a[0]) ? LEARNS_FACTS : LEARNS_NOTHING;
      return is_status_of_file((const HChar *)a[1]) ? LEARNS_FACTS : LEARNS_NOTHING;
    case __NR_ioctl: {
      Bool isOfTerminal = a[1] == 0x5401 || a[1] == 0x540f || a[1] == 0x5413;  // TCGETS, TIOCGPGRP, TIOCGWINSZ
      return isOfTerminal ? LEARNS_NOTHING : FILLS_UNKNOWN;
    }
    case __NR_lstat: case __NR_statx: case __NR_statfs: case __NR_fstatfs: case __NR_getdents: case __NR_getdents64:
    case __NR_readlink: case __NR_readlinkat: case __NR_clock_gettime: case __NR_clock_getres:
    case __NR_gettimeofday: case __NR_time: case __NR_times: case __NR_getrusage: case __NR_sysinfo: case __NR_wait4:
    case __NR_waitid: case __NR_poll: case __NR_ppoll: case __NR_select: case __NR_pselect6: case __NR_epoll_create1:
    case __NR_epoll_ctl: case __NR_epoll_wait: case __NR_epoll_pwait: case __NR_accept: case __NR_accept4:
    case __NR_getsockname: case __NR_getpeername: case __NR_getsockopt: case __NR_setsockopt: case __NR_nanosleep:
    case __NR_clock_nanosleep: case __NR_prctl: case __NR_shmat: return LEARNS_FACTS;
    default: return FILLS_UNKNOWN;
  }
}

static void learn(struct Call *call, UInt number, const UWord *a) {
  Effect effect = effect_of(number, a);
  call->fills_unknown = effect == FILLS_UNKNOWN;
  if (effect != LEARNS_NOTHING) has_learned();
  // These change memory without a call of the program that has it, so its labels may be wrong.
  if (number == __NR_process_vm_writev || number == 425 /* io_uring_setup */) losses++;
}

// Called when a call has stored bytes, before after_call.
void filled_by_call(ThreadId thread, Addr address, SizeT length) {
  if (calls[thread].fills_unknown) {
    has_unknown_bytes = True;
    set_labels(address, UNKNOWN, length, False);
  } else {
    clear_labels(address, length);
  }
}

// --- calls that move bytes ---

static Bool is_write_end(Int fd) {
  return (direct(__NR_fcntl, fd, VKI_F_GETFL, 0, 0, 0, 0) & VKI_O_ACCMODE) != VKI_O_RDONLY;
}

static Int read_fd(UInt number, const UWord *a) {
  switch (number) {
    case __NR_read: case __NR_pread64: case __NR_readv: case __NR_preadv: case __NR_preadv2:
    case __NR_recvfrom: case __NR_recvmsg: case __NR_recvmmsg: case __NR_splice: case __NR_tee:
    case __NR_copy_file_range: return a[0];
    case __NR_vmsplice: return is_write_end(a[0]) ? -1 : (Int)a[0];
    case __NR_sendfile: return a[1];
    default: return -1;
  }
}

static Int write_fd(UInt number, const UWord *a) {
  switch (number) {
    case __NR_write: case __NR_pwrite64: case __NR_writev: case __NR_pwritev: case __NR_pwritev2:
    case __NR_sendto: case __NR_sendmsg: case __NR_sendmmsg: case __NR_sendfile: return a[0];
    case __NR_vmsplice: return is_write_end(a[0]) ? (Int)a[0] : -1;
    case __NR_tee: return a[1];
    case __NR_splice: case __NR_copy_file_range: return a[2];
    default: return -1;
  }
}

// Returns the call's pointer to an offset, or 0. Stores an offset that is passed by value in
// *value.
static const Long *offset_of(UInt number, const UWord *a, Bool isRead, Bool *hasValue, ULong *value) {
  *hasValue = False;
  switch (number) {
    case __NR_pread64: case __NR_pwrite64: case __NR_preadv: case __NR_pwritev: case __NR_preadv2: case __NR_pwritev2:
      *value = a[3];
      *hasValue = (Long)a[3] != -1;
      return 0;
    case __NR_sendfile: return isRead ? (const Long *)a[2] : 0;
    case __NR_splice: case __NR_copy_file_range: return (const Long *)a[isRead ? 1 : 3];
    default: return 0;
  }
}

static ULong place(UInt number, const UWord *a, Int fd, const File *file, Bool isRead) {
  Bool hasValue;
  ULong value;
  const Long *pointer = offset_of(number, a, isRead, &hasValue, &value);
  if (file->is_stream) return *position_of(file->number);
  if (hasValue) return value;
  if (pointer && is_readable(pointer, sizeof(*pointer))) return *pointer;
  if (!isRead && direct(__NR_fcntl, fd, VKI_F_GETFL, 0, 0, 0, 0) & VKI_O_APPEND) return file->size;
  return VG_(lseek)(fd, 0, VKI_SEEK_CUR);
}

static void for_region(Addr address, SizeT bytes, void (*each)(Addr, SizeT)) {
  if (bytes && is_readable((void *)address, bytes)) each(address, bytes);
}

static void for_vector(const struct vki_iovec *vector, UWord count, ULong limit, void (*each)(Addr, SizeT)) {
  if (count > MAX_VECTOR || !is_readable(vector, count * sizeof(*vector))) return;
  for (UWord i = 0; i < count && limit; i++) {
    SizeT length = vector[i].iov_len < limit ? vector[i].iov_len : limit;
    for_region((Addr)vector[i].iov_base, length, each);
    limit -= length;
  }
}

static void for_message(const struct vki_msghdr *message, ULong limit, void (*each)(Addr, SizeT)) {
  for_vector(message->msg_iov, message->msg_iovlen, limit, each);
}

// Returns whether several messages are readable.
static Bool has_messages(const UWord *a) {
  return a[2] <= MAX_VECTOR && is_readable((const void *)a[1], a[2] * sizeof(struct vki_mmsghdr));
}

// Returns the number of bytes that a call has moved.
static ULong moved_bytes(UInt number, const UWord *a, UWord result) {
  if (number != __NR_sendmmsg && number != __NR_recvmmsg) return result;
  const struct vki_mmsghdr *messages = (const struct vki_mmsghdr *)a[1];
  ULong bytes = 0;
  for (UWord i = 0; i < result && has_messages(a); i++) bytes += messages[i].msg_len;
  return bytes;
}

static Bool is_consumed(UInt number, const UWord *a) {
  switch (number) {
    case __NR_tee: return False;
    case __NR_recvmsg: return !(a[2] & MSG_PEEK);
    case __NR_recvfrom: case __NR_recvmmsg: return !(a[3] & MSG_PEEK);
    default: return True;
  }
}

static void for_memory(UInt number, const UWord *a, ULong limit, void (*each)(Addr, SizeT)) {
  switch (number) {
    case __NR_read: case __NR_pread64: case __NR_recvfrom: case __NR_write: case __NR_pwrite64: case __NR_sendto:
      for_region(a[1], a[2] < limit ? a[2] : limit, each);
      break;
    case __NR_readv: case __NR_preadv: case __NR_preadv2: case __NR_writev: case __NR_pwritev: case __NR_pwritev2:
    case __NR_vmsplice:
      for_vector((const struct vki_iovec *)a[1], a[2], limit, each);
      break;
    case __NR_recvmsg: case __NR_sendmsg: {
      const struct vki_msghdr *message = (const struct vki_msghdr *)a[1];
      if (is_readable(message, sizeof(*message))) for_message(message, limit, each);
      break;
    }
    case __NR_recvmmsg: case __NR_sendmmsg: {
      const struct vki_mmsghdr *messages = (const struct vki_mmsghdr *)a[1];
      for (UWord i = 0; has_messages(a) && i < a[2] && limit; i++) {
        ULong length = number == __NR_sendmmsg || messages[i].msg_len > limit ? limit : messages[i].msg_len;
        for_message(&messages[i].msg_hdr, length, each);
        if (number == __NR_recvmmsg) limit -= length;
      }
      break;
    }
    default: break;
  }
}

static ULong counted;
static void count_bytes(Addr address, SizeT bytes) {
  (void)address;
  counted += bytes;
}

void before_call(ThreadId thread, UInt number, UWord *a, UInt count) {
  (void)count;
  collect();
  if (number == __NR_munmap) write_mappings(a[0], a[1], True);
  if (number == __NR_msync) write_mappings(a[0], a[1], False);
  Bool mayEnd = number == __NR_exit_group || number == __NR_execve || number == __NR_execveat;
  if (mayEnd) record_end();
  if (mayEnd && number != __NR_exit_group) choose_how_to_execute(number, a);
  struct Call *call = &calls[thread];
  learn(call, number, a);
  Int in = read_fd(number, a), out = write_fd(number, a);
  call->in = file_of(in, True);
  call->out = file_of(out, False);
  if (call->in.is_there) {
    call->in_offset = place(number, a, in, &call->in, True);
    if (is_input(&call->in)) has_learned();
  }
  if (!call->out.is_there) return;
  call->out_offset = place(number, a, out, &call->out, False);
  if (call->in.is_there) return;
  // Records the write before the call, because another program may read the bytes at once.
  counted = 0;
  for_memory(number, a, ~0ull, count_bytes);
  call->requested = counted;
  begin_write(call->out.number, call->out_offset);
  for_memory(number, a, ~0ull, add_memory);
  end_record();
}

static Label given;
static ULong given_from;

static void label_memory(Addr address, SizeT count) {
  if (given == ALL_INPUTS) {
    set_labels(address, given, count, False);
  } else {
    set_labels(address, given + given_from, count, True);
  }
  given_from += count;
}

static void has_read(UInt number, const UWord *a, const struct Call *call, ULong count) {
  if (!is_followed(&call->in)) return;
  given = labels_of_input(call->in.number, call->in_offset, count);
  given_from = 0;
  for_memory(number, a, count, label_memory);
}

static void has_written(const struct Call *call, ULong count) {
  if (call->out.is_stream) __atomic_fetch_add(position_of(call->out.number), count, __ATOMIC_RELAXED);
  if (count < call->requested) {
    begin_write(call->out.number, call->out_offset + count);
    add_segment(SEGMENT_NONE, 0, call->requested - count, 0);
    end_record();
  }
}

// Labels a mapping. The loader maps code and its data with MAP_DENYWRITE.
static void has_mapped(const UWord *a, Addr address) {
  Int fd = a[4];
  Bool isShared = a[3] & VKI_MAP_SHARED;
  Bool isAnonymous = fd < 0 || a[3] & VKI_MAP_ANONYMOUS;
  File file = {False, False, 0, 0};
  if (!isAnonymous && !(a[2] & VKI_PROT_EXEC)) file = file_of(fd, True);
  if (isShared && (isAnonymous || file.is_stream)) {
    has_learned();
    has_unknown_bytes = True;
    set_shared(address, a[1], True);
  }
  if (!file.is_there || file.is_stream) return;
  if (is_input(&file) && !(a[3] & MAP_DENYWRITE)) has_learned();
  if (a[5] >= file.size) return;
  SizeT length = a[1] < file.size - a[5] ? a[1] : file.size - a[5];
  if (is_followed(&file) && !is_program(fd)) {
    Label label = labels_of_input(file.number, a[5], length);
    set_labels(address, label, length, label != ALL_INPUTS);
  }
  if (isShared && a[2] & VKI_PROT_WRITE) add_mapping(address, length, file.number, a[5]);
}

// Several programs may have a System V segment, so its bytes are unknown.
static void has_attached(Addr address) {
  const NSegment *segment = VG_(am_find_nsegment)(address);
  has_unknown_bytes = True;
  if (segment) set_shared(segment->start, segment->end - segment->start + 1, True);
}

void after_call(ThreadId thread, UInt number, UWord *a, UInt count, SysRes result) {
  (void)count;
  struct Call *call = &calls[thread];
  ULong moved = sr_isError(result) ? 0 : moved_bytes(number, a, sr_Res(result));
  if (number == __NR_mmap && !sr_isError(result)) {
    has_mapped(a, sr_Res(result));
  } else if (number == __NR_shmat && !sr_isError(result)) {
    has_attached(sr_Res(result));
  } else if (call->in.is_there && call->out.is_there) {
    if (moved) {
      begin_write(call->out.number, call->out_offset);
      add_segment(SEGMENT_RUN, call->in.number, moved, call->in_offset);
      end_record();
    }
    call->requested = 0;
    has_written(call, moved);
  } else if (call->in.is_there) {
    has_read(number, a, call, moved);
  } else if (call->out.is_there) {
    has_written(call, moved);
  }
  if (call->in.is_there && call->in.is_stream && is_consumed(number, a)) {
    __atomic_fetch_add(position_of(call->in.number), moved, __ATOMIC_RELAXED);
  }
  call->in.is_there = call->out.is_there = False;
}

// System calls that move bytes, and the log of written bytes. ByteLog.java reads the log. All
// numbers are little-endian; each record is a multiple of 8 bytes.
#include "tool.h"

// Functions of Valgrind's core that the headers for tools do not declare.
extern Int VG_(safe_fd)(Int fd);  // moves a descriptor to a number that the program does not use
extern Int VG_(check_executable)(Bool *isSetId, const HChar *file, Bool mayBeSetId);  // returns an error number or 0
extern const HChar *VG_(name_of_launcher);
extern Bool VG_(clo_trace_children);

#define MAGIC 0x313054594243ull  // CBYT01
#define MAX_SEGMENTS 65536       // of one record; a longer write needs several records
#define MAX_MAPPINGS 256
#define MAX_VECTOR 1024         // parts of a call, as in the kernel
#define STREAMS 4096

enum { RECORD_SOURCE = 1, RECORD_SET, RECORD_WRITE, RECORD_END };
enum { SEGMENT_NONE, SEGMENT_RUN, SEGMENT_SET };

typedef struct {
  UInt kind;
  UInt length;  // in bytes, including this header
  ULong nanos;  // CLOCK_MONOTONIC
} Head;

typedef struct {
  Head head;
  UInt source;
  Int fd;  // -1 if this process does not have it open
  ULong device;
  ULong inode;
  UInt is_read;
  UInt unused;
} SourceRecord;

typedef struct {
  UInt kind;
  UInt source;  // number of the input or of the set
  ULong count;  // of bytes
  ULong offset;
} Segment;

typedef struct {
  Head head;
  UInt source;
  UInt count;  // of segments
  ULong offset;
} WriteRecord;

// --- the log ---

static Int log_fd = -1;
static UChar *buffer;
static SizeT buffer_used, buffer_room;

// Returns the result, or the negative error number.
static Word direct(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f) {
  register UWord r10 __asm__("r10") = d;
  register UWord r8 __asm__("r8") = e;
  register UWord r9 __asm__("r9") = f;
  Word result;
  __asm__ volatile("syscall" : "=a"(result)
                   : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

static ULong now(void) {
  struct vki_timespec time;
  direct(__NR_clock_gettime, 1, (UWord)&time, 0, 0, 0, 0);
  return (ULong)time.tv_sec * 1000000000ull + time.tv_nsec;
}

static void *append(SizeT bytes) {
  if (buffer_used + bytes > buffer_room) {
    buffer_room = (buffer_used + bytes) * 2;
    buffer = VG_(realloc)("colophon.buffer", buffer, buffer_room);
  }
  void *at = buffer + buffer_used;
  VG_(memset)(at, 0, bytes);
  buffer_used += bytes;
  return at;
}

static Head *begin(UInt kind, SizeT bytes, ULong nanos) {
  SizeT whole = (bytes + 7) & ~7ul;
  Head *head = append(whole);
  *head = (Head){kind, whole, nanos};
  return head;
}

static void flush(void) {
  SizeT done = 0;
  while (log_fd >= 0 && done < buffer_used) {
    Int count = VG_(write)(log_fd, buffer + done, buffer_used - done);
    if (count <= 0) {  // for example, the disk is full
      VG_(umsg)("colophon: the log cannot be written, so the rest is not recorded\n");
      VG_(close)(log_fd);
      log_fd = -1;
      break;
    }
    done += count;
  }
  buffer_used = 0;
}

// --- files ---

typedef struct {
  ULong device, inode;
  Bool is_read;
  Bool is_known;     // in this process's log
  Bool is_followed;  // its bytes get labels
} Source;

static Source *sources;
static UInt source_count, source_room;
static UInt *source_table;
static UInt source_table_size;

// Directories and files of the system, such as libraries. Their content is no data of the program,
// so their bytes get no labels.
static const HChar *const ignored[] = {"/usr/lib", "/lib", "/proc/", "/sys/", "/etc/ld.so", "/usr/share/locale",
                                       "/usr/share/i18n", "/usr/share/zoneinfo", "/usr/libexec/valgrind"};

static Bool is_ignored(Int fd) {
  HChar link[64], path[VKI_PATH_MAX];
  VG_(snprintf)(link, sizeof(link), "/proc/self/fd/%d", fd);
  Int length = VG_(readlink)(link, path, sizeof(path) - 1);
  if (length < 0) return False;
  path[length] = 0;
  for (UInt i = 0; i < sizeof(ignored) / sizeof(*ignored); i++) {
    if (VG_(strncmp)(path, ignored[i], VG_(strlen)(ignored[i])) == 0) return True;
  }
  return False;
}

static UInt *source_slot(ULong device, ULong inode, Bool isRead) {
  UInt at = (inode * 2654435761u ^ device * 40503u ^ isRead) & (source_table_size - 1);
  for (;; at = (at + 1) & (source_table_size - 1)) {
    if (!source_table[at]) return &source_table[at];
    const Source *source = &sources[source_table[at] - 1];
    if (source->device == device && source->inode == inode && source->is_read == isRead) return &source_table[at];
  }
}

static void grow_sources(void) {
  source_room = source_room ? source_room * 2 : 64;
  sources = VG_(realloc)("colophon.sources", sources, source_room * sizeof(Source));
  VG_(free)(source_table);
  source_table_size = source_room * 4;
  source_table = VG_(calloc)("colophon.sources", source_table_size, sizeof(UInt));
  for (UInt i = 0; i < source_count; i++) {
    *source_slot(sources[i].device, sources[i].inode, sources[i].is_read) = i + 1;
  }
}

static void tell_source(UInt number, Int fd) {
  Source *source = &sources[number];
  if (source->is_known) return;
  source->is_known = True;
  SourceRecord *record = (SourceRecord *)begin(RECORD_SOURCE, sizeof(SourceRecord), now());
  record->source = number;
  record->fd = fd;
  record->device = source->device;
  record->inode = source->inode;
  record->is_read = source->is_read;
}

typedef struct {
  Bool is_there;
  Bool is_stream;
  UInt number;
  ULong size;
} File;

static File file_of(Int fd, Bool isRead) {
  struct vg_stat status;
  File file = {False, False, 0, 0};
  if (fd < 0 || VG_(fstat)(fd, &status)) return file;
  file.is_stream = !VKI_S_ISREG(status.mode);
  file.size = status.size;
  file.is_there = True;
  Bool direction = file.is_stream && isRead;
  if (source_count == source_room) grow_sources();
  UInt *slot = source_slot(status.dev, status.ino, direction);
  if (!*slot) {
    sources[source_count] = (Source){status.dev, status.ino, direction, False, !is_ignored(fd)};
    *slot = ++source_count;
  }
  file.number = *slot - 1;
  tell_source(file.number, fd);
  flush();
  return file;
}

// --- positions in streams, shared by all processes of the trace ---

typedef struct {
  ULong inode;
  ULong written, read;
} Stream;

static Stream *streams;

static void map_streams(void) {
  HChar path[VKI_PATH_MAX];
  VG_(snprintf)(path, sizeof(path), "%s/streams", option_logs);
  SysRes opened = VG_(open)(path, VKI_O_RDWR | VKI_O_CREAT, 0600);
  SizeT bytes = STREAMS * sizeof(Stream);
  streams = VG_(am_shadow_alloc)(bytes);
  if (!streams) VG_(tool_panic)("no memory for streams");
  if (sr_isError(opened)) return;  // the log cannot be created either
  direct(__NR_ftruncate, sr_Res(opened), bytes, 0, 0, 0, 0);
  // Maps the file over the tool's own memory. Reserves disk space first: without it, an access would kill
  // the program.
  if (direct(__NR_fallocate, sr_Res(opened), 0, 0, bytes, 0, 0) != -VKI_ENOSPC) {
    direct(__NR_mmap, (UWord)streams, bytes, VKI_PROT_READ | VKI_PROT_WRITE, VKI_MAP_SHARED | VKI_MAP_FIXED,
           sr_Res(opened), 0);
  }
  VG_(close)(sr_Res(opened));
}

static ULong *position_of(UInt number) {
  const Source *source = &sources[number];
  ULong key = (source->inode ^ source->device << 40) << 1 | 1;  // not 0
  for (UInt i = 0; i < STREAMS; i++) {
    Stream *stream = &streams[(key + i) % STREAMS];
    ULong free = 0;
    if (stream->inode == key
        || __atomic_compare_exchange_n(&stream->inode, &free, key, False, __ATOMIC_RELAXED, __ATOMIC_RELAXED)
        || free == key) {
      return source->is_read ? &stream->read : &stream->written;
    }
  }
  static ULong overflow;  // shared by streams that do not fit into the table
  return &overflow;
}

// --- written bytes ---

static UInt *told_sets;  // bits
static UInt told_room;

static void tell_set(Label set) {
  UInt number = set_number(set);
  if (number / 32 >= told_room) {
    UInt room = number / 16 + 64;
    told_sets = VG_(realloc)("colophon.told", told_sets, room * sizeof(UInt));
    VG_(memset)(told_sets + told_room, 0, (room - told_room) * sizeof(UInt));
    told_room = room;
  }
  if (told_sets[number / 32] >> number % 32 & 1) return;
  told_sets[number / 32] |= 1u << number % 32;
  UInt count, parts = 0;
  const Range *ranges = ranges_of(set, &count);
  SizeT start = buffer_used;
  begin(RECORD_SET, sizeof(Head) + 8, now());
  for (UInt i = 0; i < count; i++) {
    for (Label at = ranges[i].from; at < ranges[i].to;) {
      const Run *run = run_of(at);
      Label end = run->label + run->count;
      if (end <= at) break;
      if (end > ranges[i].to) end = ranges[i].to;
      Segment *part = append(sizeof(Segment));
      *part = (Segment){SEGMENT_RUN, run->source, end - at, run->offset + (at - run->label)};
      parts++;
      at = end;
    }
  }
  Head *head = (Head *)(buffer + start);
  head->length = buffer_used - start;
  ((UInt *)(head + 1))[0] = number;
  ((UInt *)(head + 1))[1] = parts;
}

// Writes all inputs as one set, which is not in the table.
static void tell_all(void) {
  SizeT start = buffer_used;
  begin(RECORD_SET, sizeof(Head) + 8, now());
  for (UInt i = 0; i < runs_count(); i++) {
    const Run *run = run_at(i);
    Segment *part = append(sizeof(Segment));
    *part = (Segment){SEGMENT_RUN, run->source, run->count, run->offset};
  }
  Head *head = (Head *)(buffer + start);
  head->length = buffer_used - start;
  ((UInt *)(head + 1))[0] = set_number(ALL_INPUTS);
  ((UInt *)(head + 1))[1] = runs_count();
}

typedef struct {
  Segment segments[MAX_SEGMENTS];
  UInt count;
  UInt source;
  ULong offset, written;
  ULong nanos;
  Label next;  // the label that would continue the last segment
} Writing;

static Writing *writing;

static void end_record(void) {
  if (!writing->count) return;
  SizeT bytes = writing->count * sizeof(Segment);
  WriteRecord *record = (WriteRecord *)begin(RECORD_WRITE, sizeof(WriteRecord) + bytes, writing->nanos);
  record->source = writing->source;
  record->count = writing->count;
  record->offset = writing->offset;
  VG_(memcpy)(record + 1, writing->segments, bytes);
  flush();
  writing->offset += writing->written;
  writing->written = 0;
  writing->count = 0;
}

static void begin_write(UInt source, ULong offset) {
  if (!writing) writing = VG_(malloc)("colophon.writing", sizeof(Writing));
  writing->count = 0;
  writing->source = source;
  writing->offset = offset;
  writing->written = 0;
  writing->nanos = now();
}

static void add_segment(UInt kind, UInt source, ULong count, ULong offset) {
  if (writing->count == MAX_SEGMENTS) end_record();
  writing->segments[writing->count++] = (Segment){kind, source, count, offset};
  writing->written += count;
}

static void add_byte(Label label) {
  Segment *last = writing->count ? &writing->segments[writing->count - 1] : 0;
  UInt kind = !label ? SEGMENT_NONE : label & IS_SET ? SEGMENT_SET : SEGMENT_RUN;
  if (last && last->kind == kind && label == writing->next) {
    last->count++;
    writing->written++;
  } else if (kind == SEGMENT_RUN) {
    const Run *run = run_of(label);
    add_segment(kind, run->source, 1, run->offset + (label - run->label));
  } else {
    if (kind == SEGMENT_SET && label == ALL_INPUTS) tell_all();
    if (kind == SEGMENT_SET && label != ALL_INPUTS) tell_set(label);
    add_segment(kind, set_number(label), 1, 0);
  }
  // Two runs may have adjacent labels, so a segment ends with its run.
  const Run *run = kind == SEGMENT_RUN ? run_of(label) : 0;
  Bool isEnd = run && label + 1 == run->label + run->count;
  writing->next = kind != SEGMENT_RUN ? label : isEnd ? 0xfffffffe : label + 1;
}

static void add_memory(Addr address, SizeT count) {
  for (SizeT i = 0; i < count; i++) add_byte(label_at(address + i));
}

// --- mappings that change a file ---

static struct {
  Addr start;
  SizeT length;
  UInt source;
  ULong offset;
} mappings[MAX_MAPPINGS];
static UInt mapping_count;

static void write_mapping(UInt index) {
  begin_write(mappings[index].source, mappings[index].offset);
  add_memory(mappings[index].start, mappings[index].length);
  end_record();
}

static void write_mappings(Addr start, SizeT length, Bool isEnd) {
  for (UInt i = mapping_count; i-- > 0;) {
    if (mappings[i].start >= start + length || start >= mappings[i].start + mappings[i].length) continue;
    write_mapping(i);
    if (isEnd) mappings[i] = mappings[--mapping_count];
  }
}

// --- programs that do not run in Valgrind ---

// Returns whether a program can read memory. Its pointers may be wrong; the system call reports
// that.
static Bool is_readable(const void *address, SizeT bytes) {
  return VG_(am_is_valid_for_client)((Addr)address, bytes, VKI_PROT_READ);
}

static ULong unknown_instructions;

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
} *calls;

static Int read_fd(UInt number, const UWord *a) {
  switch (number) {
    case __NR_read: case __NR_pread64: case __NR_readv: case __NR_preadv: case __NR_preadv2:
    case __NR_recvfrom: case __NR_recvmsg: case __NR_splice: case __NR_copy_file_range: return a[0];
    case __NR_sendfile: return a[1];
    default: return -1;
  }
}

static Int write_fd(UInt number, const UWord *a) {
  switch (number) {
    case __NR_write: case __NR_pwrite64: case __NR_writev: case __NR_pwritev: case __NR_pwritev2:
    case __NR_sendto: case __NR_sendmsg: return a[0];
    case __NR_sendfile: return a[0];
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

static void for_memory(UInt number, const UWord *a, ULong limit, void (*each)(Addr, SizeT)) {
  switch (number) {
    case __NR_read: case __NR_pread64: case __NR_recvfrom: case __NR_write: case __NR_pwrite64: case __NR_sendto:
      for_region(a[1], a[2] < limit ? a[2] : limit, each);
      break;
    case __NR_readv: case __NR_preadv: case __NR_preadv2: case __NR_writev: case __NR_pwritev: case __NR_pwritev2:
      for_vector((const struct vki_iovec *)a[1], a[2], limit, each);
      break;
    case __NR_recvmsg: case __NR_sendmsg: {
      const struct vki_msghdr *message = (const struct vki_msghdr *)a[1];
      if (is_readable(message, sizeof(*message))) for_vector(message->msg_iov, message->msg_iovlen, limit, each);
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
  Int in = read_fd(number, a), out = write_fd(number, a);
  call->in = file_of(in, True);
  call->out = file_of(out, False);
  if (call->in.is_there) call->in_offset = place(number, a, in, &call->in, True);
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
  if (!sources[call->in.number].is_followed) return;
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

// Returns whether a file is an ELF file, whose mappings are code.
static Bool is_program(Int fd) {
  UChar magic[4] = {0};
  direct(__NR_pread64, fd, (UWord)magic, 4, 0, 0, 0);
  return magic[0] == 0x7f && magic[1] == 'E' && magic[2] == 'L' && magic[3] == 'F';
}

static void has_mapped(const UWord *a, Addr address) {
  Int fd = a[4];
  if (fd < 0 || a[3] & VKI_MAP_ANONYMOUS || a[2] & VKI_PROT_EXEC) return;
  File file = file_of(fd, True);
  if (!file.is_there || file.is_stream || a[5] >= file.size) return;
  const Source *source = &sources[file.number];
  SizeT length = a[1] < file.size - a[5] ? a[1] : file.size - a[5];
  if (source->is_followed && !is_program(fd)) {
    Label label = labels_of_input(file.number, a[5], length);
    set_labels(address, label, length, label != ALL_INPUTS);
  }
  Bool isShared = a[3] & VKI_MAP_SHARED && a[2] & VKI_PROT_WRITE;
  if (isShared && mapping_count < MAX_MAPPINGS) {
    mappings[mapping_count].start = address;
    mappings[mapping_count].length = length;
    mappings[mapping_count].source = file.number;
    mappings[mapping_count++].offset = a[5];
  }
}

void after_call(ThreadId thread, UInt number, UWord *a, UInt count, SysRes result) {
  (void)count;
  struct Call *call = &calls[thread];
  ULong moved = sr_isError(result) ? 0 : sr_Res(result);
  if (number == __NR_mmap && !sr_isError(result)) {
    has_mapped(a, sr_Res(result));
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
  if (call->in.is_there && call->in.is_stream) {
    __atomic_fetch_add(position_of(call->in.number), moved, __ATOMIC_RELAXED);
  }
  call->in.is_there = call->out.is_there = False;
}

// --- begin and end ---

static void open_log(void) {
  HChar path[VKI_PATH_MAX];
  VG_(snprintf)(path, sizeof(path), "%s/%d-%llx.bytes", option_logs, VG_(getpid)(), now());
  SysRes opened = VG_(open)(path, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL | VKI_O_APPEND, 0600);
  log_fd = sr_isError(opened) ? -1 : VG_(safe_fd)(sr_Res(opened));
  if (log_fd < 0) VG_(umsg)("colophon: cannot create %s: this program is not recorded\n", path);
  *(ULong *)append(8) = MAGIC;
  flush();
}

// A child has the labels of its parent, but a log of its own.
static void in_child(ThreadId thread __attribute__((unused))) {
  if (log_fd >= 0) VG_(close)(log_fd);
  buffer_used = 0;
  open_log();
  for (UInt i = 0; i < source_count; i++) sources[i].is_known = False;
  for (UInt i = 0; i < source_count; i++) tell_source(i, -1);
  if (told_sets) VG_(memset)(told_sets, 0, told_room * sizeof(UInt));
  flush();
}

void record_init(void) {
  calls = VG_(calloc)("colophon.calls", VG_N_THREADS, sizeof(*calls));
  open_log();
  map_streams();
  flush();
  VG_(atfork)(0, 0, in_child);
}

void record_end(void) {
  for (UInt i = mapping_count; i-- > 0;) write_mapping(i);
  Head *head = begin(RECORD_END, sizeof(Head) + 16, now());
  ((ULong *)(head + 1))[0] = unknown_instructions;
  ((ULong *)(head + 1))[1] = lost_pages;
  flush();
}

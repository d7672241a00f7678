// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Files, streams, and the log of written bytes. ByteLog.java reads the log. All numbers are
// little-endian; each record is a multiple of 8 bytes.
#include "record.h"

// Function of Valgrind's core that the headers for tools do not declare.
extern Int VG_(safe_fd)(Int fd);  // moves a descriptor to a number that the program does not use

#define MAGIC 0x313054594243ull  // CBYT01
#define MAX_SEGMENTS 65536       // of one record; a longer write needs several records
#define MAX_MAPPINGS 256
#define STREAMS 4096

enum { RECORD_SOURCE = 1, RECORD_SET, RECORD_WRITE, RECORD_END };

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
Word direct(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f) {
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
  Bool is_input;     // its content may determine what the program writes
} Source;

static Source *sources;
static UInt source_count, source_room;
static UInt *source_table;
static UInt source_table_size;

// Constants of the system that belong to a program like its code.
static const HChar *const constants[] = {"/etc/ld.so", "/etc/locale.alias", "/usr/lib/locale/", "/usr/share/locale",
                                         "/usr/share/i18n", "/usr/share/zoneinfo", "/usr/libexec/valgrind"};

// Other files of the system, whose bytes get no labels. Random numbers are seeds of hash tables.
static const HChar *const ignored[] = {"/usr/lib", "/lib", "/proc/", "/sys/", "/dev/urandom", "/dev/random"};

#define IS_BELOW(path, prefixes) is_below(path, prefixes, sizeof(prefixes) / sizeof(*prefixes))
static Bool is_below(const HChar *path, const HChar *const *prefixes, UInt count) {
  for (UInt i = 0; i < count; i++) {
    if (VG_(strncmp)(path, prefixes[i], VG_(strlen)(prefixes[i])) == 0) return True;
  }
  return False;
}

// Returns the length of a file's name, or 0.
static Int name_of(Int fd, HChar *path) {
  HChar link[64];
  VG_(snprintf)(link, sizeof(link), "/proc/self/fd/%d", fd);
  Int length = VG_(readlink)(link, path, VKI_PATH_MAX - 1);
  if (length < 0) length = 0;
  path[length] = 0;
  return length;
}

// Returns whether a file is an ELF file, whose mappings are code.
Bool is_program(Int fd) {
  UChar magic[4] = {0};
  direct(__NR_pread64, fd, (UWord)magic, 4, 0, 0, 0);
  return magic[0] == 0x7f && magic[1] == 'E' && magic[2] == 'L' && magic[3] == 'F';
}

// Returns whether a file is a library or constant of the system.
Bool is_part_of_program(Int fd) {
  HChar path[VKI_PATH_MAX];
  if (!name_of(fd, path)) return False;
  return IS_BELOW(path, constants) || VG_(strstr)(path, "/gconv/") || (IS_BELOW(path, ignored) && is_program(fd));
}

static Bool has_no_labels(Int fd) {
  HChar path[VKI_PATH_MAX];
  return name_of(fd, path) && (IS_BELOW(path, constants) || IS_BELOW(path, ignored));
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

Bool is_followed(const File *file) { return sources[file->number].is_followed; }
Bool is_input(const File *file) { return sources[file->number].is_input; }

File file_of(Int fd, Bool isRead) {
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
    Bool isFollowed = !has_no_labels(fd), isInput = !is_part_of_program(fd);
    sources[source_count] = (Source){status.dev, status.ino, direction, False, isFollowed, isInput};
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

ULong *position_of(UInt number) {
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
    Label from = ranges[i].from;
    if (from < FIRST_LABEL) {  // the set includes UNKNOWN
      *(Segment *)append(sizeof(Segment)) = (Segment){SEGMENT_NONE, 0, 1, 0};
      parts++;
      from = FIRST_LABEL;
    }
    for (Label at = from; at < ranges[i].to;) {
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
  if (has_unknown_bytes) *(Segment *)append(sizeof(Segment)) = (Segment){SEGMENT_NONE, 0, 1, 0};
  for (UInt i = 0; i < runs_count(); i++) {
    const Run *run = run_at(i);
    Segment *part = append(sizeof(Segment));
    *part = (Segment){SEGMENT_RUN, run->source, run->count, run->offset};
  }
  Head *head = (Head *)(buffer + start);
  head->length = buffer_used - start;
  ((UInt *)(head + 1))[0] = set_number(ALL_INPUTS);
  ((UInt *)(head + 1))[1] = runs_count() + has_unknown_bytes;
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

void end_record(void) {
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

void begin_write(UInt source, ULong offset) {
  if (!writing) writing = VG_(malloc)("colophon.writing", sizeof(Writing));
  writing->count = 0;
  writing->source = source;
  writing->offset = offset;
  writing->written = 0;
  writing->nanos = now();
}

void add_segment(UInt kind, UInt source, ULong count, ULong offset) {
  if (writing->count == MAX_SEGMENTS) end_record();
  writing->segments[writing->count++] = (Segment){kind, source, count, offset};
  writing->written += count;
}

static void add_byte(Label label) {
  Segment *last = writing->count ? &writing->segments[writing->count - 1] : 0;
  if (!label && option_read_before) label = UNKNOWN;
  UInt kind = !label ? SEGMENT_LITERAL : label == UNKNOWN ? SEGMENT_NONE : label & IS_SET ? SEGMENT_SET : SEGMENT_RUN;
  if (last && last->kind == kind && label == writing->next) {
    last->count++;
    writing->written++;
  } else if (kind == SEGMENT_RUN) {
    const Run *run = run_of(label);
    add_segment(kind, run->source, 1, run->offset + (label - run->label));
  } else {
    if (kind == SEGMENT_SET && label == ALL_INPUTS) tell_all();
    if (kind == SEGMENT_SET && label != ALL_INPUTS) tell_set(label);
    add_segment(kind, kind == SEGMENT_SET ? set_number(label) : 0, 1, 0);
  }
  // Two runs may have adjacent labels, so a segment ends with its run.
  const Run *run = kind == SEGMENT_RUN ? run_of(label) : 0;
  Bool isEnd = run && label + 1 == run->label + run->count;
  writing->next = kind != SEGMENT_RUN ? label : isEnd ? 0xfffffffe : label + 1;
}

void add_memory(Addr address, SizeT count) {
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

void add_mapping(Addr start, SizeT length, UInt source, ULong offset) {
  if (mapping_count == MAX_MAPPINGS) {
    losses++;
    return;
  }
  mappings[mapping_count].start = start;
  mappings[mapping_count].length = length;
  mappings[mapping_count].source = source;
  mappings[mapping_count++].offset = offset;
}

static void write_mapping(UInt index) {
  begin_write(mappings[index].source, mappings[index].offset);
  add_memory(mappings[index].start, mappings[index].length);
  end_record();
}

void write_mappings(Addr start, SizeT length, Bool isEnd) {
  for (UInt i = mapping_count; i-- > 0;) {
    if (mappings[i].start >= start + length || start >= mappings[i].start + mappings[i].length) continue;
    write_mapping(i);
    if (isEnd) mappings[i] = mappings[--mapping_count];
  }
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
  calls_init();
  open_log();
  map_streams();
  flush();
  VG_(atfork)(0, 0, in_child);
}

void record_end(void) {
  for (UInt i = mapping_count; i-- > 0;) write_mapping(i);
  Head *head = begin(RECORD_END, sizeof(Head) + 16, now());
  ((ULong *)(head + 1))[0] = unknown_instructions;
  ((ULong *)(head + 1))[1] = losses;
  flush();
}

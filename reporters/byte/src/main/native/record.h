// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Files, streams and the log, as system calls use them.
#ifndef COLOPHON_RECORD_H
#define COLOPHON_RECORD_H
#include "tool.h"

// Kinds of segments. NONE: the origin is unknown. LITERAL: the program had no input before.
enum { SEGMENT_NONE, SEGMENT_RUN, SEGMENT_SET, SEGMENT_LITERAL };

typedef struct {
  Bool is_there;
  Bool is_stream;
  UInt number;
  ULong size;
} File;

Word direct(UWord number, UWord a, UWord b, UWord c, UWord d, UWord e, UWord f);
File file_of(Int fd, Bool isRead);
Bool is_part_of_program(Int fd);
Bool is_followed(const File *file);
Bool is_input(const File *file);
Bool is_program(Int fd);
ULong *position_of(UInt number);
void begin_write(UInt source, ULong offset);
void add_segment(UInt kind, UInt source, ULong count, ULong offset);
void add_memory(Addr address, SizeT count);
void end_record(void);
void add_mapping(Addr start, SizeT length, UInt source, ULong offset);
void write_mappings(Addr start, SizeT length, Bool isEnd);
Bool is_readable(const void *address, SizeT bytes);

// --- calls.c ---

void calls_init(void);
extern ULong unknown_instructions;
extern Bool has_unknown_bytes;  // a byte had the label UNKNOWN
#endif

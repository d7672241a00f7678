// SPDX-License-Identifier: Apache-2.0
// Interface between instrumented code and the runtime, and the layout of the log that FunctionLog.java
// reads. All numbers are little-endian, and each record is a multiple of 8 bytes.
#ifndef COLOPHON_FUNCTIONS_H
#define COLOPHON_FUNCTIONS_H
#include <stdint.h>

#define COLOPHON_MAX_ARGUMENTS 8

// Kinds of values. A function can only read through a pointer of kind TEXT (const char *) or CONSTANT.
enum { COLOPHON_NONE, COLOPHON_INTEGER, COLOPHON_UNSIGNED, COLOPHON_DOUBLE, COLOPHON_POINTER, COLOPHON_TEXT, COLOPHON_CONSTANT };

// Description of an instrumented function, in the data of its module.
struct colophon_function {
  const char *name;
  const char *file;
  const char *arguments;  // names, each with a terminating zero
  uint32_t line;
  uint8_t is_exported;
  uint8_t count;   // number of recorded arguments
  uint8_t result;  // kind of the result
  uint8_t state;   // set by the runtime: 0 undecided, 1 recorded, 2 not recorded
  uint8_t kinds[COLOPHON_MAX_ARGUMENTS];
  uint32_t id;     // set by the runtime
  uint16_t is_library;  // a function of the C++ library, as an instance of a template
  uint16_t calls_out;   // 0 if it calls only instrumented functions of its module, so it makes no system call
  const void *address;
};

// Direction of data in a call of the C library.
enum { COLOPHON_READ, COLOPHON_WRITE };

// A call of the runtime preserves all general registers. So it needs no room in the frame of the
// instrumented function. A frame is identified by the address of its return address.
#define COLOPHON_CALL __attribute__((preserve_most))

extern volatile char colophon_is_recording;
COLOPHON_CALL void colophon_enter(
    struct colophon_function *function, void **frame, uint64_t a, uint64_t b, uint64_t c, uint64_t d);
// Follows colophon_enter for a function with more than four recorded arguments.
COLOPHON_CALL void colophon_enter_rest(
    struct colophon_function *function, void **frame, uint64_t e, uint64_t f, uint64_t g, uint64_t h);
COLOPHON_CALL void colophon_return(struct colophon_function *function, void **frame, uint64_t value);
// Precedes a tail call. The called function can be the same function only if may_be_itself is 1.
COLOPHON_CALL void colophon_tail(struct colophon_function *function, void **frame, int may_be_itself);
// Follows a call of the function at an address if its result is not used.
COLOPHON_CALL void colophon_ignore(const void *address);
// Follows longjmp to the frame, or the catch of an exception in it.
COLOPHON_CALL void colophon_resume(void **frame);
COLOPHON_CALL void colophon_transfer(int direction, int fd, int64_t bytes);
COLOPHON_CALL void colophon_stream(int direction, void *stream, int64_t bytes);

// --- the log: a header of 4,096 bytes, then records ---

#define COLOPHON_MAGIC 0x32304e554643ull  // CFUN02
#define COLOPHON_HEADER_BYTES 4096

struct colophon_log {
  uint64_t magic;
  uint32_t pid;
  uint32_t tid;
  uint64_t start_ticks;    // of the process, since boot
  volatile uint64_t head;  // bytes of complete records
  volatile uint64_t tail;  // bytes of records that the reader has read
  volatile uint64_t lost;  // records that are not in the log
  uint32_t parent;
  uint32_t texts;          // bytes of the texts that follow
  char text[COLOPHON_HEADER_BYTES - 56];  // executable, directory, arguments; each ends with a zero
};

enum {
  RECORD_FUNCTION = 1,
  RECORD_ENTER,
  RECORD_RETURN,
  RECORD_UNWIND,    // calls without a result end
  RECORD_TRANSFER,
  RECORD_FILE,
  RECORD_REST,
  RECORD_TIME,      // time of the following records, on CLOCK_MONOTONIC
  RECORD_TAIL,      // the innermost call makes a tail call
  RECORD_IGNORE     // the caller does not use the result of the call that has just returned
};

// Set in the count of a RECORD_ENTER if the innermost call ends by calling this function.
#define COLOPHON_BY_TAIL 0x80

// Size in bytes of the ring after the header. The ring is used while a tracer reads the log. No
// record crosses the end of the ring: the id of a RECORD_REST is the number of bytes to skip.
#define COLOPHON_RING (1u << 24)

struct colophon_record {
  uint8_t kind;
  uint8_t count;    // number of arguments, or direction of a transfer
  uint16_t length;  // length of the whole record
  uint32_t id;      // id of the function, number of ended calls, or descriptor
  uint64_t value;   // time, or the result for a return
};
#endif

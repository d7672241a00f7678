// Interface between instrumented code and the runtime, and the layout of the log that FunctionLog.java
// reads. All numbers are little-endian, and each record is a multiple of 8 bytes.
#ifndef COLOPHON_FUNCTIONS_H
#define COLOPHON_FUNCTIONS_H
#include <stdint.h>

#define COLOPHON_MAX_ARGUMENTS 8

// Kinds of values.
enum { COLOPHON_NONE, COLOPHON_INTEGER, COLOPHON_UNSIGNED, COLOPHON_DOUBLE, COLOPHON_POINTER, COLOPHON_TEXT };

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
  uint32_t unused;
};

// Direction of data in a call of the C library.
enum { COLOPHON_READ, COLOPHON_WRITE };

extern volatile char colophon_is_recording;
void colophon_enter(struct colophon_function *function, void *frame, const uint64_t *arguments);
void colophon_return(struct colophon_function *function, void *frame, uint64_t value);
void colophon_transfer(int direction, int fd, int64_t bytes);
void colophon_stream(int direction, void *stream, int64_t bytes);

// --- the log: a header of 4,096 bytes, then records ---

#define COLOPHON_MAGIC 0x31304e554643ull  // CFUN01
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

enum { RECORD_FUNCTION = 1, RECORD_ENTER, RECORD_RETURN, RECORD_UNWIND, RECORD_TRANSFER, RECORD_FILE, RECORD_REST };

// Size in bytes of the ring after the header. The ring is used while a tracer reads the log. No
// record crosses the end of the ring: the id of a RECORD_REST is the number of bytes to skip.
#define COLOPHON_RING (1u << 24)

struct colophon_record {
  uint8_t kind;
  uint8_t count;    // number of arguments, or direction of a transfer
  uint16_t length;  // length of the whole record
  uint32_t id;      // id of the function, number of ended calls, or descriptor
  uint64_t value;   // CLOCK_MONOTONIC (for calls coarse or 0), or the result for a return
};
#endif

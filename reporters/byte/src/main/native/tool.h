// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// A Valgrind tool that follows bytes from the files that a program reads to those that it writes.
//
// Each byte of memory has a label: a set of input bytes. Labels of single input bytes are consecutive
// numbers, so a copied region has consecutive labels. Other sets are hash-consed lists of ranges.
// Eight bytes of a register have a handle, which stands for eight labels.
#ifndef COLOPHON_TOOL_H
#define COLOPHON_TOOL_H
#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

#ifndef UNLIKELY
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#endif

typedef UInt Label;    // 0: no input byte
typedef ULong Handle;  // 0: eight labels 0

#define IS_SET 0x80000000u
#define IS_UNION 0xc0000000u       // a union that is not computed yet; only in registers
#define ALL_INPUTS 0xffffffffu  // the set of all bytes read; used when the table is full
#define UNKNOWN 1u              // a byte of an origin that the tool does not follow; also an element of sets
#define FIRST_LABEL 64u         // the first label of an input byte

// Hashes a key with the finalizer of MurmurHash3.
static inline ULong mix(ULong key) {
  key = (key ^ key >> 33) * 0xff51afd7ed558ccdull;
  key = (key ^ key >> 33) * 0xc4ceb9fe1a85ec53ull;
  return key ^ key >> 33;
}

// --- options ---

enum { LOOKUPS_NO, LOOKUPS_TABLES, LOOKUPS_ALL };
extern Int option_lookups;       // which loaded values depend on their addresses
extern Int option_max_sets;      // sets of labels
extern Int option_max_ranges;    // limit of ranges in a set; the nearest are joined
extern Int option_max_pages;     // pages of labels
extern const HChar *option_logs; // directory of the logs

// --- labels.c ---

// A part of an input. Its bytes have consecutive labels, beginning with `label`.
typedef struct {
  Label label;
  UInt count;
  UInt source;
  ULong offset;
} Run;

typedef struct {
  Label from, to;  // of base labels, to is exclusive
} Range;

void labels_init(void);
Label labels_of_input(UInt source, ULong offset, ULong count);  // returns the first label, or one set
const Run *run_of(Label label);
UInt runs_count(void);
const Run *run_at(UInt index);
Label label_of_range(Label from, UInt count);
Label unite(Label a, Label b);
Label worked_out(Label label);
Bool are_unions_many(void);
void forget_unions(void);

static inline Bool is_union(Label label) { return label >= IS_UNION && label != ALL_INPUTS; }
const Range *ranges_of(Label set, UInt *count);
UInt set_number(Label set);

// --- shadow.c ---

extern UChar *page_flags;  // one per page: not 0 if this or the next page has labels
#define PAGE_BITS 12
#define ADDRESS_BITS 37  // Valgrind maps memory below this, unless a program requests an address
#define PAGE_MASK ((1ul << (ADDRESS_BITS - PAGE_BITS)) - 1)

void shadow_init(void);
Label label_at(Addr address);
void set_labels(Addr address, Label label, SizeT count, Bool isRun);
void clear_labels(Addr address, SizeT count);
void copy_labels(Addr from, Addr to, SizeT count);
void set_shared(Addr address, SizeT count, Bool isShared);
void collect(void);
extern ULong losses;  // pages without labels because of a limit, and calls that leave labels wrong

// Helpers of instrumented code.
ULong help_load(Addr address, ULong bytes);
void help_store(Addr address, Handle handle, ULong bytes);
ULong help_smear(Handle a, Handle b, ULong bytes);
ULong help_lookup(Handle loaded, Handle address, ULong bytes);
ULong help_bits(Handle a, Handle b);
ULong help_mask(Handle a, ULong mask);
ULong help_clip(Handle a, ULong bytes);
ULong help_extend(Handle a, ULong bytes);
ULong help_shift(Handle a, ULong left, ULong bits);
ULong help_insert(Handle old, Handle new, ULong at, ULong bytes);
ULong help_pick(Handle a, Handle b, ULong pattern);
void help_unknown(Addr instruction);

// --- instrument.c ---

IRSB *instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
                 const VexGuestExtents *extents, const VexArchInfo *host, IRType word, IRType hostWord);

// --- record.c ---

void record_init(void);
void record_end(void);
void has_learned(void);
void filled_by_call(ThreadId thread, Addr address, SizeT length);
extern Bool option_read_before;
void before_call(ThreadId thread, UInt number, UWord *arguments, UInt count);
void after_call(ThreadId thread, UInt number, UWord *arguments, UInt count, SysRes result);
#endif

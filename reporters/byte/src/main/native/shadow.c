// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Labels of memory, and handles. A handle stands for the labels of eight bytes of a register.
#include "tool.h"
#include "libvex_guest_amd64.h"

#define PAGE (1u << PAGE_BITS)
#define PAGES (1ul << (ADDRESS_BITS - PAGE_BITS))

// --- memory ---

UChar *page_flags;
ULong losses;
static Label **pages;
static UInt page_count;

void shadow_init(void) {
  pages = VG_(am_shadow_alloc)(PAGES * sizeof(Label *));
  page_flags = VG_(am_shadow_alloc)(PAGES);
  if (!pages || !page_flags) VG_(tool_panic)("no memory for the labels");
}

// Flags of a page. Another program may write into a shared page, so its bytes are always unknown.
#define LABELLED 1
#define SHARED 2

static inline UWord page_of(Addr address) { return address >> PAGE_BITS; }

static inline Bool is_shared(Addr address) { return page_flags[page_of(address) & PAGE_MASK] & SHARED; }

void set_shared(Addr address, SizeT count, Bool isShared) {
  for (UWord page = page_of(address); page < PAGES && page <= page_of(address + count - 1); page++) {
    if (isShared) {
      page_flags[page] |= SHARED | LABELLED;
      if (page) page_flags[page - 1] |= LABELLED;
    } else if (page_flags[page] & SHARED) {
      page_flags[page] &= ~SHARED;
    }
  }
}

static inline Label *page_at(UWord page) { return page < PAGES ? pages[page] : 0; }

static Label *new_page(UWord page) {
  if (page >= PAGES) {
    losses++;
    return 0;
  }
  if (!pages[page]) {
    if (page_count >= option_max_pages) {
      losses++;
      return 0;
    }
    page_count++;
    pages[page] = VG_(calloc)("colophon.page", PAGE, sizeof(Label));
    page_flags[page] |= LABELLED;
    if (page) page_flags[page - 1] |= LABELLED;
  }
  return pages[page];
}

Label label_at(Addr address) {
  if (UNLIKELY(is_shared(address))) return UNKNOWN;
  Label *page = page_at(page_of(address));
  return page ? page[address & (PAGE - 1)] : 0;
}

static void set_label(Addr address, Label label) {
  if (UNLIKELY(is_shared(address))) return;
  label = worked_out(label);
  Label *page = label ? new_page(page_of(address)) : page_at(page_of(address));
  if (page) page[address & (PAGE - 1)] = label;
}

void set_labels(Addr address, Label label, SizeT count, Bool isRun) {
  for (SizeT i = 0; i < count; i++) set_label(address + i, isRun ? label + i : label);
}

void clear_labels(Addr address, SizeT count) {
  Addr end = address + count;
  while (address < end) {
    Addr next = (address | (PAGE - 1)) + 1;
    if (next > end) next = end;
    Label *page = page_at(page_of(address));
    if (page) VG_(memset)(page + (address & (PAGE - 1)), 0, (next - address) * sizeof(Label));
    address = next;
  }
}

void copy_labels(Addr from, Addr to, SizeT count) {
  for (SizeT i = 0; i < count; i++) set_label(to + i, label_at(from + i));
}

// --- handles ---

// Bits 0 to 31: a label or the number of a vector; 32 to 35: the number of bytes; 36 and 37: the kind.
#define UNIFORM (1ull << 36)  // all bytes have the label
#define RUN (2ull << 36)      // consecutive labels
#define VECTOR (3ull << 36)
#define KIND (3ull << 36)
#define COUNT(handle) ((UInt)((handle) >> 32) & 15)
#define MAKE(kind, count, label) ((kind) | (ULong)(count) << 32 | (label))

typedef struct {
  Label labels[8];
} Vector;

#define VECTORS (1u << 17)
static Vector *vectors;
static UInt *slots;  // hash table of the numbers of vectors, plus 1
static UInt vector_count;

static void vectors_init(void) {
  vectors = VG_(malloc)("colophon.vectors", VECTORS * sizeof(Vector));
  slots = VG_(calloc)("colophon.slots", VECTORS * 2, sizeof(UInt));
}

static void unpack(Handle handle, Label *labels) {
  Label label = (Label)handle;
  UInt count = COUNT(handle);
  switch (handle & KIND) {
    case UNIFORM:
      for (UInt i = 0; i < 8; i++) labels[i] = i < count ? label : 0;
      break;
    case RUN:
      for (UInt i = 0; i < 8; i++) labels[i] = i < count ? label + i : 0;
      break;
    case VECTOR:
      for (UInt i = 0; i < 8; i++) labels[i] = vectors[label].labels[i];
      break;
    default:
      for (UInt i = 0; i < 8; i++) labels[i] = 0;
  }
}

static Label union_of(const Label *labels, UInt count) {
  Label all = 0;
  for (UInt i = 0; i < count; i++) all = unite(all, labels[i]);
  return all;
}

static Handle vector_of(const Label *labels) {
  if (UNLIKELY(!vectors)) vectors_init();
  const ULong *pairs = (const ULong *)labels;
  ULong hash = mix(pairs[0] ^ mix(pairs[1] ^ mix(pairs[2] ^ mix(pairs[3]))));
  UInt at = hash & (2 * VECTORS - 1);
  for (; slots[at]; at = (at + 1) & (2 * VECTORS - 1)) {
    const Label *other = vectors[slots[at] - 1].labels;
    UInt i = 0;
    while (i < 8 && other[i] == labels[i]) i++;
    if (i == 8) return MAKE(VECTOR, 8, slots[at] - 1);
  }
  if (vector_count == VECTORS) return MAKE(UNIFORM, 8, union_of(labels, 8));
  for (UInt i = 0; i < 8; i++) vectors[vector_count].labels[i] = labels[i];
  slots[at] = ++vector_count;
  return MAKE(VECTOR, 8, vector_count - 1);
}

static Handle pack(const Label *labels) {
  Label first = labels[0];
  UInt count = 8;
  while (count && !labels[count - 1]) count--;
  if (!count) return 0;
  UInt same = 1, next = 1;
  while (same < count && labels[same] == first) same++;
  if (first && same == count) return MAKE(UNIFORM, count, first);
  while (next < count && labels[next] == first + next) next++;
  if (first && !(first & IS_SET) && next == count) return MAKE(RUN, count, first);
  return vector_of(labels);
}

static Handle kept_handle(Handle handle, Vector *kept, UInt *count) {
  if ((handle & KIND) != VECTOR) {
    Bool isUnion = (handle & KIND) == UNIFORM && is_union((Label)handle);
    return isUnion ? MAKE(UNIFORM, COUNT(handle), worked_out((Label)handle)) : handle;
  }
  for (UInt i = 0; i < 8; i++) kept[*count].labels[i] = worked_out(vectors[(Label)handle].labels[i]);
  return MAKE(VECTOR, 8, (*count)++);
}

// Frees vectors and unions that no register uses. Called while the program does not run.
void collect(void) {
  if (vector_count < VECTORS / 2 && !are_unions_many()) return;
  enum { words = sizeof(VexGuestAMD64State) / 8 };
  Vector *kept = VG_(malloc)("colophon.kept", VECTORS * sizeof(Vector));
  UInt count = 0;
  ThreadId thread;
  Addr low, high;
  VG_(thread_stack_reset_iter)(&thread);
  while (VG_(thread_stack_next)(&thread, &low, &high)) {
    ULong state[words];
    VG_(get_shadow_regs_area)(thread, (UChar *)state, 1, 0, sizeof(state));
    for (UInt i = 0; i < words && count < VECTORS; i++) state[i] = kept_handle(state[i], kept, &count);
    VG_(set_shadow_regs_area)(thread, 1, 0, sizeof(state), (UChar *)state);
  }
  if (vectors) {
    VG_(memset)(slots, 0, 2 * VECTORS * sizeof(UInt));
    VG_(free)(vectors);
  } else {
    slots = VG_(calloc)("colophon.slots", VECTORS * 2, sizeof(UInt));
  }
  vectors = kept;
  vector_count = count;
  forget_unions();
}

// --- helpers of instrumented code ---

ULong help_load(Addr address, ULong bytes) {
  if (UNLIKELY(is_shared(address))) return MAKE(UNIFORM, bytes, UNKNOWN);
  UInt within = address & (PAGE - 1);
  Label *page = page_at(page_of(address));
  if (bytes == 8 && within <= PAGE - 8) {
    if (!page) return 0;
    const Label *labels = page + within;
    const ULong *pairs = (const ULong *)labels;
    if (!(pairs[0] | pairs[1] | pairs[2] | pairs[3])) return 0;
    return pack(labels);
  }
  if (bytes == 1) {
    Label label = page ? page[within] : 0;
    return label ? MAKE(UNIFORM, 1, label) : 0;
  }
  Label labels[8] = {0}, any = 0;
  for (UInt i = 0; i < bytes; i++) any |= labels[i] = label_at(address + i);
  return any ? pack(labels) : 0;
}

void help_store(Addr address, Handle handle, ULong bytes) {
  if (UNLIKELY(is_shared(address))) return;
  UInt within = address & (PAGE - 1);
  if (bytes == 1) {
    Label label = worked_out((handle & KIND) == VECTOR ? vectors[(Label)handle].labels[0] : (Label)handle);
    Label *page = page_at(page_of(address));
    if (page) {
      page[within] = label;
    } else {
      set_label(address, label);
    }
    return;
  }
  if (within <= PAGE - bytes) {
    Label *page = handle ? new_page(page_of(address)) : page_at(page_of(address));
    if (!page) return;
    Label *at = page + within;
    if (!handle) {
      for (UInt i = 0; i < bytes; i++) at[i] = 0;
    } else {
      Label labels[8];
      unpack(handle, labels);
      for (UInt i = 0; i < bytes; i++) at[i] = worked_out(labels[i]);
    }
    return;
  }
  Label labels[8];
  unpack(handle, labels);
  for (UInt i = 0; i < bytes; i++) set_label(address + i, labels[i]);
}

static Label all_of(Handle handle, UInt bytes) {
  if (!handle) return 0;
  UInt count = COUNT(handle) < bytes ? COUNT(handle) : bytes;
  if ((handle & KIND) == UNIFORM) return (Label)handle;
  if ((handle & KIND) == RUN) return label_of_range((Label)handle, count);
  Label labels[8];
  unpack(handle, labels);
  return union_of(labels, bytes);
}

// Every byte of the result depends on every byte of both operands.
ULong help_smear(Handle a, Handle b, ULong bytes) {
  if (a == b) b = 0;
  Label all = unite(all_of(a, bytes), all_of(b, bytes));
  return all ? MAKE(UNIFORM, bytes, all) : 0;
}

// Adds the label of the address to the loaded bytes that depend on no input, as in a table of
// constants. With --lookups=all, adds it to all loaded bytes.
ULong help_lookup(Handle loaded, Handle address, ULong bytes) {
  Label labels[8], all = all_of(address, 8);
  unpack(loaded, labels);
  for (UInt i = 0; i < bytes; i++) {
    if (!labels[i] || option_lookups == LOOKUPS_ALL) labels[i] = unite(labels[i], all);
  }
  return pack(labels);
}

// Each byte of the result depends on the same byte of both operands.
ULong help_bits(Handle a, Handle b) {
  if (!a || a == b) return b;
  if (!b) return a;
  Label x[8], y[8];
  unpack(a, x);
  unpack(b, y);
  for (UInt i = 0; i < 8; i++) x[i] = unite(x[i], y[i]);
  return pack(x);
}

// Bytes that are 0 in the mask depend on nothing.
ULong help_mask(Handle a, ULong mask) {
  Label labels[8];
  unpack(a, labels);
  for (UInt i = 0; i < 8; i++) {
    if (!(mask >> 8 * i & 0xff)) labels[i] = 0;
  }
  return pack(labels);
}

ULong help_clip(Handle a, ULong bytes) {
  if ((a & KIND) == VECTOR) return help_mask(a, bytes == 8 ? ~0ull : (1ull << 8 * bytes) - 1);
  return COUNT(a) <= bytes ? a : MAKE(a & KIND, bytes, (Label)a);
}

// Sign extension: the higher bytes depend on the highest byte of the operand.
ULong help_extend(Handle a, ULong bytes) {
  Label labels[8];
  unpack(a, labels);
  for (UInt i = bytes; i < 8; i++) labels[i] = labels[bytes - 1];
  return pack(labels);
}

ULong help_shift(Handle a, ULong left, ULong bits) {
  Label from[8], to[8];
  Int bytes = bits / 8, isSplit = bits % 8 != 0;
  if (!left && (a & KIND) == UNIFORM) {
    return COUNT(a) > bytes ? MAKE(UNIFORM, COUNT(a) - bytes, (Label)a) : 0;
  }
  unpack(a, from);
  for (Int i = 0; i < 8; i++) {
    Int near = left ? i - bytes : i + bytes, far = left ? near - 1 : near + 1;
    Label first = near >= 0 && near < 8 ? from[near] : 0;
    Label second = isSplit && far >= 0 && far < 8 ? from[far] : 0;
    to[i] = unite(first, second);
  }
  return pack(to);
}

// Moves bytes. Byte i of the pattern selects the byte of the operands that byte i of the result
// depends on: 0 to 7 of the first, 8 to 15 of the second, or none if the highest bit is set.
ULong help_pick(Handle a, Handle b, ULong pattern) {
  Label from[16], to[8];
  unpack(a, from);
  unpack(b, from + 8);
  for (Int i = 0; i < 8; i++) {
    UInt place = pattern >> 8 * i & 0xff;
    to[i] = place & 0x80 ? 0 : from[place & 15];
  }
  return pack(to);
}

// Replaces some bytes of a register.
ULong help_insert(Handle old, Handle new, ULong at, ULong bytes) {
  Label to[8], from[8];
  unpack(old, to);
  unpack(new, from);
  for (UInt i = 0; i < bytes; i++) to[at + i] = from[i];
  return pack(to);
}

// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Labels: numbers of input bytes, and hash-consed sets of them.
#include "tool.h"

#define MAX_BASE 0x7fffff00u
#define MEMO (1u << 16)
#define SET_BLOCK (1u << 20)
#define UNIONS (1u << 18)
#define MAX_DEPTH 32
#define MAX_RANGES 256
#define STEP FIRST_LABEL  // the first label of each run is a multiple of this
#define ROUNDED 1024u  // least length of a range that is rounded to steps
#define KEPT_RUNS 64  // recent runs that are searched when input is read again

// --- inputs ---

static Run *runs;
static UInt run_count, run_room;
static Label next_label = STEP;

static Run *new_run(UInt source, ULong offset, UInt count) {
  if (run_count == run_room) {
    run_room = run_room ? run_room * 2 : 256;
    runs = VG_(realloc)("colophon.runs", runs, run_room * sizeof(Run));
  }
  next_label = (next_label + STEP - 1) & ~(STEP - 1);
  Run *run = &runs[run_count++];
  *run = (Run){next_label, count, source, offset};
  next_label += count;
  return run;
}

// Returns the first of consecutive labels. If no labels are left, returns one set for all bytes.
Label labels_of_input(UInt source, ULong offset, ULong count) {
  UInt stop = run_count > KEPT_RUNS ? run_count - KEPT_RUNS : 0;
  for (UInt i = run_count; i-- > stop;) {
    Run *run = &runs[i];
    if (run->source != source || offset < run->offset) continue;
    ULong within = offset - run->offset;
    if (within + count <= run->count) return run->label + within;
    if (within == run->count && i == run_count - 1 && count < MAX_BASE - next_label) {
      run->count += count;
      next_label += count;
      return run->label + within;
    }
  }
  if (count >= MAX_BASE - next_label - STEP) return ALL_INPUTS;
  return new_run(source, offset, count)->label;
}

const Run *run_of(Label label) {
  UInt low = 0, high = run_count;
  while (high - low > 1) {
    UInt middle = (low + high) / 2;
    if (runs[middle].label <= label) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return &runs[low];
}

UInt runs_count(void) { return run_count; }
const Run *run_at(UInt index) { return &runs[index]; }

// --- sets ---

typedef struct {
  UInt count;
  Range ranges[];
} Set;

static Set **sets;
static UInt set_count, set_room;
static ULong *table;  // high half of the hash, and number of the set plus 1
#define TAG(hash) ((hash) & 0xffffffff00000000ull)
#define NUMBER(entry) ((UInt)(entry) - 1)
static UInt table_size;

static struct {
  Label a, b, result;
} memo[MEMO];

void labels_init(void) {
  table_size = 1u << 12;
  table = VG_(calloc)("colophon.sets", table_size, sizeof(ULong));
}

UInt set_number(Label set) { return set & ~IS_SET; }

const Range *ranges_of(Label set, UInt *count) {
  *count = sets[set_number(set)]->count;
  return sets[set_number(set)]->ranges;
}

static ULong hash_of(const Range *ranges, UInt count) {
  ULong hash = 0;
  for (UInt i = 0; i < count; i++) hash = mix(hash ^ ((ULong)ranges[i].from << 32 | ranges[i].to));
  return hash;
}

static void grow_table(void) {
  ULong *old = table;
  UInt size = table_size;
  table_size *= 2;
  table = VG_(calloc)("colophon.sets", table_size, sizeof(ULong));
  for (UInt i = 0; i < size; i++) {
    if (!old[i]) continue;
    UInt at = hash_of(sets[NUMBER(old[i])]->ranges, sets[NUMBER(old[i])]->count) & (table_size - 1);
    while (table[at]) at = (at + 1) & (table_size - 1);
    table[at] = old[i];
  }
  VG_(free)(old);
}

static Bool is_same(const Set *set, const Range *ranges, UInt count) {
  if (set->count != count) return False;
  for (UInt i = 0; i < count; i++) {
    if (set->ranges[i].from != ranges[i].from || set->ranges[i].to != ranges[i].to) return False;
  }
  return True;
}

// Sets are never freed, so they need no allocator.
static Set *new_set(UInt count) {
  static UChar *block;
  static SizeT left;
  SizeT bytes = sizeof(Set) + count * sizeof(Range);
  if (bytes > left) {
    left = SET_BLOCK;
    block = VG_(malloc)("colophon.sets", left);
  }
  Set *set = (Set *)block;
  block += bytes;
  left -= bytes;
  return set;
}

// Rounds a large range to whole steps. Otherwise a checksum would need a set for each byte read.
static Range rounded(Range range) {
  if (range.to - range.from < ROUNDED) return range;
  return (Range){range.from & ~(STEP - 1), (range.to + STEP - 1) & ~(STEP - 1)};
}

static Label set_of(const Range *given, UInt count) {
  Range ranges[MAX_RANGES];
  for (UInt i = 0; i < count; i++) ranges[i] = rounded(given[i]);
  for (UInt i = 0; i + 1 < count; i++) {
    if (ranges[i].to >= ranges[i + 1].from) ranges[i].to = ranges[i + 1].from;  // adjacent ranges are allowed
  }
  ULong hash = hash_of(ranges, count);
  UInt at = hash & (table_size - 1);
  for (; table[at]; at = (at + 1) & (table_size - 1)) {
    Bool isLike = TAG(table[at]) == TAG(hash);
    if (isLike && is_same(sets[NUMBER(table[at])], ranges, count)) return IS_SET | NUMBER(table[at]);
  }
  if (set_count >= option_max_sets) return ALL_INPUTS;
  if (set_count == set_room) {
    set_room = set_room ? set_room * 2 : 1024;
    sets = VG_(realloc)("colophon.sets", sets, set_room * sizeof(Set *));
  }
  Set *set = new_set(count);
  set->count = count;
  for (UInt i = 0; i < count; i++) set->ranges[i] = ranges[i];
  sets[set_count] = set;
  table[at] = TAG(hash) | ++set_count;
  if (set_count * 2 > table_size) grow_table();
  return IS_SET | (set_count - 1);
}

// Joins the ranges with the smallest gap between them.
static UInt join_nearest(Range *ranges, UInt count) {
  UInt best = 0;
  for (UInt i = 1; i + 1 < count; i++) {
    if (ranges[i + 1].from - ranges[i].to < ranges[best + 1].from - ranges[best].to) best = i;
  }
  ranges[best].to = ranges[best + 1].to;
  for (UInt i = best + 1; i + 1 < count; i++) ranges[i] = ranges[i + 1];
  return count - 1;
}

static Label merge(Label a, Label b) {
  Range merged[2 * MAX_RANGES];
  Range single[2] = {{a, a + 1}, {b, b + 1}};
  UInt na = 1, nb = 1, i = 0, j = 0, count = 0;
  const Range *ra = a & IS_SET ? ranges_of(a, &na) : &single[0];
  const Range *rb = b & IS_SET ? ranges_of(b, &nb) : &single[1];
  while (i < na || j < nb) {
    Range next = j == nb || (i < na && ra[i].from <= rb[j].from) ? ra[i++] : rb[j++];
    if (count && next.from <= merged[count - 1].to) {
      if (next.to > merged[count - 1].to) merged[count - 1].to = next.to;
    } else {
      merged[count++] = next;
    }
  }
  while (count > option_max_ranges) count = join_nearest(merged, count);
  if (count == 1 && merged[0].to == merged[0].from + 1) return merged[0].from;
  return set_of(merged, count);
}

// Returns the label of consecutive input bytes.
Label label_of_range(Label from, UInt count) {
  Range range = {from, from + count};
  return count == 1 ? from : set_of(&range, 1);
}

// Joins two labels into one range. Returns 0 if they do not touch, or one of them is not a single
// range.
static Label join(Label a, Label b) {
  Range x = {a, a + 1}, y = {b, b + 1};
  if (a & IS_SET) {
    const Set *set = sets[set_number(a)];
    if (set->count != 1) return 0;
    x = set->ranges[0];
  }
  if (b & IS_SET) {
    const Set *set = sets[set_number(b)];
    if (set->count != 1) return 0;
    y = set->ranges[0];
  }
  if (x.from <= y.from && y.to <= x.to) return a;
  if (y.from <= x.from && x.to <= y.to) return b;
  if (x.to < y.from || y.to < x.from) return 0;
  return label_of_range(x.from < y.from ? x.from : y.from,
                        (x.to > y.to ? x.to : y.to) - (x.from < y.from ? x.from : y.from));
}

// Most unions are results of comparisons, which are never stored. So a union is computed only when
// it is stored.
static struct {
  Label a, b, whole;
  UInt depth;
} unions[UNIONS];
static UInt union_count;

static UInt depth_of(Label label) { return is_union(label) ? unions[label & ~IS_UNION].depth : 0; }

static Label union_now(Label a, Label b) {
  if (a == ALL_INPUTS || b == ALL_INPUTS) return ALL_INPUTS;
  if (a == b) return a;
  Label joined = join(a, b);
  return joined ? joined : merge(a, b);
}

Label worked_out(Label label) {
  if (!is_union(label)) return label;
  UInt index = label & ~IS_UNION;
  if (!unions[index].whole) {
    unions[index].whole = union_now(worked_out(unions[index].a), worked_out(unions[index].b));
  }
  return unions[index].whole;
}

static Label new_union(Label a, Label b) {
  if (union_count == UNIONS) return union_now(worked_out(a), worked_out(b));
  if (depth_of(a) >= MAX_DEPTH) a = worked_out(a);
  if (depth_of(b) >= MAX_DEPTH) b = worked_out(b);
  if (!is_union(a) && !is_union(b)) {
    Label joined = a == ALL_INPUTS || b == ALL_INPUTS ? ALL_INPUTS : join(a, b);
    if (joined) return joined;
  }
  UInt depth = depth_of(a) > depth_of(b) ? depth_of(a) : depth_of(b);
  unions[union_count].a = a;
  unions[union_count].b = b;
  unions[union_count].whole = 0;
  unions[union_count].depth = depth + 1;
  return IS_UNION | union_count++;
}

Bool are_unions_many(void) { return union_count > UNIONS / 2; }

// Frees all unions. Called when no register contains a union.
void forget_unions(void) {
  union_count = 0;
  VG_(memset)(memo, 0, sizeof(memo));
}

Label unite(Label a, Label b) {
  if (a == b || !b) return a;
  if (!a) return b;
  if (a > b) {
    Label other = a;
    a = b;
    b = other;
  }
  UInt at = mix((ULong)a << 32 | b) & (MEMO - 1);
  if (memo[at].a != a || memo[at].b != b) {
    memo[at].result = new_union(a, b);
    memo[at].a = a;
    memo[at].b = b;
  }
  return memo[at].result;
}

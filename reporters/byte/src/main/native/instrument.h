// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Parts of the instrumentation that several files use.
#ifndef COLOPHON_INSTRUMENT_H
#define COLOPHON_INSTRUMENT_H
#include "tool.h"

#define MAX_LANES 4

typedef struct {
  IRSB *out;
  Int shift;  // offset from a register to its handles
  Int temps;
  IRExpr *(*lanes)[MAX_LANES];  // handles of the block's variables; null for 0
  Bool *needed;                 // variables whose labels reach a register or memory
} Block;

Int lane_count(IRType type);
IRExpr *number(ULong value);
IRExpr *assign(Block *block, IRType type, IRExpr *value);
IRExpr *lane(Block *block, IRExpr *atom, Int index);
IRExpr *bits(Block *block, IRExpr *a, IRExpr *b);
IRExpr *pick(Block *block, IRExpr *a, IRExpr *b, IRExpr *pattern);
Bool constant(IRExpr *atom, ULong *value);

// --- vectors.c ---

IRExpr *narrow(Block *block, Int size, Bool isSaturating, IRExpr *a, IRExpr *b);
Bool moved(Block *block, IROp op, IRExpr *a, IRExpr *b, IRType type, IRExpr **to);
#endif

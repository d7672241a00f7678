// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Vector operations that move bytes between elements. Each byte keeps its own label.
#include "instrument.h"

// Returns the pattern of elements of a size that are taken in turn from both operands.
static ULong interleaving(Int size, Bool isHigh) {
  ULong pattern = 0;
  for (Int i = 0; i < 8; i++) {
    Int element = i / size, within = i % size;
    pattern |= (ULong)(isHigh * 4 + element / 2 * size + within + element % 2 * 8) << 8 * i;
  }
  return pattern;
}

// Returns the pattern of the lower or higher half of each element of a size.
static ULong halves(Int size, Bool isHigh) {
  ULong pattern = 0;
  for (Int i = 0; i < 8; i++) {
    Int element = i / (size / 2);
    pattern |= (ULong)(element * size + isHigh * size / 2 + i % (size / 2)) << 8 * i;
  }
  return pattern;
}

// Returns the pattern of elements shifted by whole bytes; negative for a shift to the left.
static ULong shifting(Int size, Int bytes, Bool isSigned) {
  ULong pattern = 0;
  for (Int i = 0; i < 8; i++) {
    Int within = i % size + bytes, last = size - 1;
    Int from = within >= 0 && within <= last ? within : isSigned && within > last ? last : 0x80;
    pattern |= (ULong)(from & 0x80 ? 0x80 : i / size * size + from) << 8 * i;
  }
  return pattern;
}

static void interleave(Block *block, Int size, Bool isHigh, IRExpr *high, IRExpr *low, IRExpr **to) {
  IRExpr *a = lane(block, low, isHigh), *b = lane(block, high, isHigh);
  for (Int i = 0; i < 2; i++) to[i] = pick(block, a, b, number(interleaving(size, i)));
}

// Saturation lets a byte depend on the other half of its element.
IRExpr *narrow(Block *block, Int size, Bool isSaturating, IRExpr *a, IRExpr *b) {
  IRExpr *plain = pick(block, a, b, number(halves(size, False)));
  return isSaturating ? bits(block, plain, pick(block, a, b, number(halves(size, True)))) : plain;
}

static void narrow_both(Block *block, Int size, Bool isSaturating, IRExpr *high, IRExpr *low, IRExpr **to) {
  to[0] = narrow(block, size, isSaturating, lane(block, low, 0), lane(block, low, 1));
  to[1] = narrow(block, size, isSaturating, lane(block, high, 0), lane(block, high, 1));
}

static void shift_elements(Block *block, Int size, Bool isLeft, Bool isSigned, Int amount, IRExpr *operand,
                           IRType type, IRExpr **to) {
  Int sign = isLeft ? -1 : 1;
  for (Int i = 0; i < lane_count(type); i++) {
    IRExpr *from = lane(block, operand, i);
    to[i] = pick(block, from, 0, number(shifting(size, sign * (amount / 8), isSigned)));
    if (amount % 8) {
      IRExpr *rest = pick(block, from, 0, number(shifting(size, sign * (amount / 8 + 1), isSigned)));
      to[i] = bits(block, to[i], rest);
    }
  }
}

static void permute(Block *block, IRExpr *operand, IRExpr *control, IRExpr **to) {
  const IROp parts[] = {Iop_V128to64, Iop_V128HIto64};
  for (Int i = 0; i < 2; i++) {
    IRExpr *pattern = assign(block, Ity_I64, IRExpr_Unop(parts[i], control));
    IRExpr *moved = pick(block, lane(block, operand, 0), lane(block, operand, 1), pattern);
    to[i] = option_lookups ? bits(block, moved, lane(block, control, i)) : moved;
  }
}

static Bool is_left(IROp op) {
  switch (op) {
    case Iop_ShlN16x8: case Iop_ShlN32x4: case Iop_ShlN64x2: case Iop_ShlN16x16: case Iop_ShlN32x8: case Iop_ShlN64x4:
      return True;
    default:
      return False;
  }
}

// Handles a binary operation that moves bytes. Returns False for others.
Bool moved(Block *block, IROp op, IRExpr *a, IRExpr *b, IRType type, IRExpr **to) {
  ULong amount;
  switch (op) {
    case Iop_InterleaveLO8x16: interleave(block, 1, False, a, b, to); return True;
    case Iop_InterleaveHI8x16: interleave(block, 1, True, a, b, to); return True;
    case Iop_InterleaveLO16x8: interleave(block, 2, False, a, b, to); return True;
    case Iop_InterleaveHI16x8: interleave(block, 2, True, a, b, to); return True;
    case Iop_InterleaveLO32x4: interleave(block, 4, False, a, b, to); return True;
    case Iop_InterleaveHI32x4: interleave(block, 4, True, a, b, to); return True;
    case Iop_InterleaveLO64x2: case Iop_InterleaveHI64x2:
      to[0] = lane(block, b, op == Iop_InterleaveHI64x2);
      to[1] = lane(block, a, op == Iop_InterleaveHI64x2);
      return True;
    case Iop_NarrowBin16to8x16: narrow_both(block, 2, False, a, b, to); return True;
    case Iop_NarrowBin32to16x8: narrow_both(block, 4, False, a, b, to); return True;
    case Iop_NarrowBin64to32x4: narrow_both(block, 8, False, a, b, to); return True;
    case Iop_QNarrowBin16Sto8Ux16: case Iop_QNarrowBin16Sto8Sx16: case Iop_QNarrowBin16Uto8Ux16:
      narrow_both(block, 2, True, a, b, to);
      return True;
    case Iop_QNarrowBin32Sto16Ux8: case Iop_QNarrowBin32Sto16Sx8: case Iop_QNarrowBin32Uto16Ux8:
      narrow_both(block, 4, True, a, b, to);
      return True;
    case Iop_ShlN16x8: case Iop_ShrN16x8: case Iop_SarN16x8: case Iop_ShlN16x16: case Iop_ShrN16x16: case Iop_SarN16x16:
    case Iop_ShlN32x4: case Iop_ShrN32x4: case Iop_SarN32x4: case Iop_ShlN32x8: case Iop_ShrN32x8: case Iop_SarN32x8:
    case Iop_ShlN64x2: case Iop_ShrN64x2: case Iop_ShlN64x4: case Iop_ShrN64x4: {
      if (!constant(b, &amount)) return False;
      Bool is16 = op == Iop_ShlN16x8 || op == Iop_ShrN16x8 || op == Iop_SarN16x8
                  || op == Iop_ShlN16x16 || op == Iop_ShrN16x16 || op == Iop_SarN16x16;
      Bool is64 = op == Iop_ShlN64x2 || op == Iop_ShrN64x2 || op == Iop_ShlN64x4 || op == Iop_ShrN64x4;
      Bool isSigned = op == Iop_SarN16x8 || op == Iop_SarN16x16 || op == Iop_SarN32x4 || op == Iop_SarN32x8;
      shift_elements(block, is16 ? 2 : is64 ? 8 : 4, is_left(op), isSigned, amount & 0xff, a, type, to);
      return True;
    }
    case Iop_Perm8x16: case Iop_PermOrZero8x16: permute(block, a, b, to); return True;
    default: return False;
  }
}

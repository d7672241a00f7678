// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Adds code to a block of the program. The code computes the labels of the values in the block.
//
// A temporary variable has a handle for each eight bytes. If the variable is shorter, the labels
// above its size are undefined. Flags and results of comparisons have no labels, since they only
// choose paths.
#include "instrument.h"
#include "libvex_guest_amd64.h"

Int lane_count(IRType type) {
  switch (type) {
    case Ity_I1: return 0;
    case Ity_I128: case Ity_V128: case Ity_F128: case Ity_D128: return 2;
    case Ity_V256: return 4;
    default: return 1;
  }
}

IRExpr *number(ULong value) { return IRExpr_Const(IRConst_U64(value)); }

IRExpr *assign(Block *block, IRType type, IRExpr *value) {
  IRTemp temp = newIRTemp(block->out->tyenv, type);
  addStmtToIRSB(block->out, IRStmt_WrTmp(temp, value));
  return IRExpr_RdTmp(temp);
}

IRExpr *lane(Block *block, IRExpr *atom, Int index) {
  Bool isOwn = atom->tag == Iex_RdTmp && atom->Iex.RdTmp.tmp < block->temps;
  return isOwn ? block->lanes[atom->Iex.RdTmp.tmp][index] : 0;
}

static IRExpr *or_zero(IRExpr *handle) { return handle ? handle : number(0); }

static IRExpr *either(Block *block, IRExpr *a, IRExpr *b) {
  if (!a || !b) return a ? a : b;
  return assign(block, Ity_I64, IRExpr_Binop(Iop_Or64, a, b));
}

static IRExpr *is_set(Block *block, IRExpr *handle) {
  return assign(block, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, handle));
}

// Calls a helper if a condition holds. The result is 0 otherwise.
static IRExpr *call(Block *block, IRExpr *condition, const HChar *name, void *helper, IRExpr **arguments) {
  IRTemp result = newIRTemp(block->out->tyenv, Ity_I64);
  IRDirty *dirty = unsafeIRDirty_1_N(result, 0, name, VG_(fnptr_to_fnentry)(helper), arguments);
  dirty->guard = condition;
  addStmtToIRSB(block->out, IRStmt_Dirty(dirty));
  return assign(block, Ity_I64, IRExpr_ITE(condition, IRExpr_RdTmp(result), number(0)));
}

#define CALL(block, condition, helper, arguments) call(block, condition, #helper, &helper, arguments)

// Calls a helper with one handle as argument, unless the handle is 0.
#define UNARY(block, handle, helper, ...) \
  ((handle) ? CALL(block, is_set(block, handle), helper, mkIRExprVec_##__VA_ARGS__) : 0)

static IRExpr *smear(Block *block, IRExpr *a, IRExpr *b, Int bytes) {
  IRExpr *any = either(block, a, b);
  if (!any) return 0;
  return CALL(block, is_set(block, any), help_smear, mkIRExprVec_3(or_zero(a), or_zero(b), number(bytes)));
}

IRExpr *bits(Block *block, IRExpr *a, IRExpr *b) {
  if (!a || !b) return a ? a : b;
  IRExpr *any = either(block, a, b);
  return CALL(block, is_set(block, any), help_bits, mkIRExprVec_2(a, b));
}

static IRExpr *clip(Block *block, IRExpr *handle, Int bytes) {
  return UNARY(block, handle, help_clip, 2(handle, number(bytes)));
}

static IRExpr *shift(Block *block, IRExpr *handle, Bool left, Int amount, Int bytes) {
  if (!amount) return handle;
  if (!left && bytes < 8) handle = clip(block, handle, bytes);
  return UNARY(block, handle, help_shift, 3(handle, number(left), number(amount)));
}

static IRExpr *insert(Block *block, IRExpr *old, IRExpr *new, Int at, Int bytes) {
  IRExpr *any = either(block, old, new);
  if (!any) return 0;
  return CALL(block, is_set(block, any), help_insert,
              mkIRExprVec_4(or_zero(old), or_zero(new), number(at), number(bytes)));
}

// Selects bytes of two handles: see help_pick.
IRExpr *pick(Block *block, IRExpr *a, IRExpr *b, IRExpr *pattern) {
  IRExpr *any = either(block, a, b);
  if (!any) return 0;
  return CALL(block, is_set(block, any), help_pick, mkIRExprVec_3(or_zero(a), or_zero(b), pattern));
}

// --- registers ---

static Bool has_labels(Int offset) {
  const Int first = offsetof(VexGuestAMD64State, guest_RAX);
  const Int last = offsetof(VexGuestAMD64State, guest_R15);
  const Int sp = offsetof(VexGuestAMD64State, guest_RSP);
  const Int vector = offsetof(VexGuestAMD64State, guest_YMM0);
  const Int vectorEnd = offsetof(VexGuestAMD64State, guest_YMM16) + 32;
  const Int stack = offsetof(VexGuestAMD64State, guest_FPREG);
  Bool isGeneral = offset >= first && offset < last + 8 && (offset < sp || offset >= sp + 8);
  return isGeneral || (offset >= vector && offset < vectorEnd) || (offset >= stack && offset < stack + 64);
}

static IRExpr *get_handle(Block *block, Int offset) {
  return assign(block, Ity_I64, IRExpr_Get((offset & ~7) + block->shift, Ity_I64));
}

static void get(Block *block, Int offset, IRType type, IRExpr **to) {
  if (!has_labels(offset)) return;
  for (Int i = 0; i < lane_count(type); i++) {
    to[i] = shift(block, get_handle(block, offset + 8 * i), False, offset % 8 * 8, 8);
  }
}

static void put_handle(Block *block, Int offset, IRExpr *handle) {
  addStmtToIRSB(block->out, IRStmt_Put((offset & ~7) + block->shift, or_zero(handle)));
}

static void put(Block *block, Int offset, IRExpr *data) {
  if (!has_labels(offset)) return;
  IRType type = typeOfIRExpr(block->out->tyenv, data);
  Int bytes = sizeofIRType(type);
  if (bytes < 8) {
    IRExpr *old = get_handle(block, offset);
    put_handle(block, offset, insert(block, old, lane(block, data, 0), offset % 8, bytes));
    return;
  }
  for (Int i = 0; i < lane_count(type); i++) put_handle(block, offset + 8 * i, lane(block, data, i));
}

static IRRegArray *handles_of(Block *block, IRRegArray *array) {
  Bool isFollowed = has_labels(array->base) && sizeofIRType(array->elemTy) == 8;
  return isFollowed ? mkIRRegArray(array->base + block->shift, Ity_I64, array->nElems) : 0;
}

// --- memory ---

// Returns a 64-bit expression: 1 if the page of an address or the page after it has labels,
// otherwise 0.
static IRExpr *page_flag(Block *block, IRExpr *address) {
  IRExpr *page = assign(block, Ity_I64, IRExpr_Binop(Iop_Shr64, address, IRExpr_Const(IRConst_U8(PAGE_BITS))));
  IRExpr *index = assign(block, Ity_I64, IRExpr_Binop(Iop_And64, page, number(PAGE_MASK)));
  IRExpr *place = assign(block, Ity_I64, IRExpr_Binop(Iop_Add64, index, number((Addr)page_flags)));
  IRExpr *flag = assign(block, Ity_I8, IRExpr_Load(Iend_LE, Ity_I8, place));
  return assign(block, Ity_I64, IRExpr_Unop(Iop_8Uto64, flag));
}

static IRExpr *behind(Block *block, IRExpr *address, Int bytes) {
  return bytes ? assign(block, Ity_I64, IRExpr_Binop(Iop_Add64, address, number(bytes))) : address;
}

// Returns whether loaded values of a size depend on the address. Words of 8 bytes are mostly
// pointers: with their labels, all that a program finds through a hash table would depend on the keys.
static Bool is_lookup(Int bytes) { return option_lookups == LOOKUPS_ALL || (option_lookups && bytes < 8); }

static IRExpr *looked_up(Block *block, IRExpr *loaded, IRExpr *address, Int bytes) {
  IRExpr *condition = is_set(block, address);
  IRExpr *both = CALL(block, condition, help_lookup, mkIRExprVec_3(loaded, address, number(bytes)));
  return assign(block, Ity_I64, IRExpr_ITE(condition, both, loaded));
}

static void load(Block *block, IRType type, IRExpr *address, IRExpr **to) {
  IRExpr *condition = is_set(block, page_flag(block, address));
  Int bytes = sizeofIRType(type);
  IRExpr *lookup = is_lookup(bytes) ? lane(block, address, 0) : 0;
  for (Int i = 0; i < lane_count(type); i++) {
    IRExpr *from = behind(block, address, 8 * i);
    IRExpr *loaded = CALL(block, condition, help_load, mkIRExprVec_2(from, number(bytes < 8 ? bytes : 8)));
    to[i] = lookup ? looked_up(block, loaded, lookup, bytes < 8 ? bytes : 8) : loaded;
  }
}

static void store(Block *block, IRExpr *address, IRExpr *data, IRExpr *guard) {
  IRType type = typeOfIRExpr(block->out->tyenv, data);
  Int bytes = sizeofIRType(type);
  IRExpr *flag = page_flag(block, address);
  for (Int i = 0; i < lane_count(type); i++) {
    IRExpr *handle = lane(block, data, i);
    IRExpr *condition = is_set(block, either(block, flag, handle));
    if (guard) {
      IRExpr *wide = assign(block, Ity_I64, IRExpr_ITE(guard, number(1), number(0)));
      IRExpr *both = assign(block, Ity_I64, IRExpr_ITE(condition, wide, number(0)));
      condition = is_set(block, both);
    }
    IRExpr **arguments =
        mkIRExprVec_3(behind(block, address, 8 * i), or_zero(handle), number(bytes < 8 ? bytes : 8));
    IRDirty *dirty =
        unsafeIRDirty_0_N(0, "help_store", VG_(fnptr_to_fnentry)(&help_store), arguments);
    dirty->guard = condition;
    addStmtToIRSB(block->out, IRStmt_Dirty(dirty));
  }
}

// --- expressions ---

static void smear_all(Block *block, IRExpr **operands, Int count, IRType type, IRExpr **to) {
  IRExpr *all = 0;
  for (Int i = 0; i < count; i++) {
    IRType operand = typeOfIRExpr(block->out->tyenv, operands[i]);
    Int bytes = sizeofIRType(operand == Ity_I1 ? Ity_I8 : operand);
    for (Int j = 0; j < lane_count(operand); j++) {
      IRExpr *each = lane(block, operands[i], j);
      if (each) all = smear(block, all, each, all ? 8 : bytes < 8 ? bytes : 8);
    }
  }
  if (all) all = smear(block, all, 0, 8);
  for (Int i = 0; i < lane_count(type); i++) to[i] = all;
}

static Bool is_test(IROp op) {
  switch (op) {
    case Iop_1Uto8: case Iop_1Uto32: case Iop_1Uto64: case Iop_1Sto8: case Iop_1Sto16: case Iop_1Sto32:
    case Iop_1Sto64: case Iop_GetMSBs8x8: case Iop_GetMSBs8x16:
    case Iop_CmpNEZ8x8: case Iop_CmpNEZ8x16: case Iop_CmpNEZ16x8: case Iop_CmpNEZ32x4: case Iop_CmpNEZ64x2:
      return True;
    default:
      return False;
  }
}

static void unop(Block *block, IROp op, IRExpr *operand, IRType type, IRExpr **to) {
  IRExpr *first = operand->tag == Iex_RdTmp && lane_count(typeOfIRExpr(block->out->tyenv, operand))
                      ? lane(block, operand, 0) : 0;
  switch (op) {
    case Iop_64to32: case Iop_64to16: case Iop_64to8: case Iop_32to16: case Iop_32to8: case Iop_16to8:
    case Iop_Not8: case Iop_Not16: case Iop_Not32: case Iop_Not64:
    case Iop_ReinterpF64asI64: case Iop_ReinterpI64asF64: case Iop_ReinterpF32asI32: case Iop_ReinterpI32asF32:
    case Iop_128to64: case Iop_V128to64: case Iop_V128to32: case Iop_V256to64_0:
    case Iop_64UtoV128: case Iop_ZeroHI64ofV128:
      to[0] = first;
      return;
    case Iop_8Uto16: case Iop_8Uto32: case Iop_8Uto64: to[0] = clip(block, first, 1); return;
    case Iop_16Uto32: case Iop_16Uto64: to[0] = clip(block, first, 2); return;
    case Iop_32Uto64: case Iop_32UtoV128: case Iop_ZeroHI96ofV128: to[0] = clip(block, first, 4); return;
    case Iop_8Sto16: case Iop_8Sto32: case Iop_8Sto64:
      to[0] = UNARY(block, first, help_extend, 2(first, number(1)));
      return;
    case Iop_16Sto32: case Iop_16Sto64: to[0] = UNARY(block, first, help_extend, 2(first, number(2))); return;
    case Iop_32Sto64: to[0] = UNARY(block, first, help_extend, 2(first, number(4))); return;
    case Iop_16HIto8: to[0] = shift(block, first, False, 8, 2); return;
    case Iop_32HIto16: to[0] = shift(block, first, False, 16, 4); return;
    case Iop_64HIto32: to[0] = shift(block, first, False, 32, 8); return;
    case Iop_128HIto64: case Iop_V128HIto64: case Iop_V256to64_1: to[0] = lane(block, operand, 1); return;
    case Iop_V256to64_2: to[0] = lane(block, operand, 2); return;
    case Iop_V256to64_3: to[0] = lane(block, operand, 3); return;
    case Iop_V256toV128_0: case Iop_NotV128:
      to[0] = first;
      to[1] = lane(block, operand, 1);
      return;
    case Iop_V256toV128_1:
      to[0] = lane(block, operand, 2);
      to[1] = lane(block, operand, 3);
      return;
    case Iop_NarrowUn16to8x8: to[0] = narrow(block, 2, False, first, lane(block, operand, 1)); return;
    case Iop_NarrowUn32to16x4: to[0] = narrow(block, 4, False, first, lane(block, operand, 1)); return;
    case Iop_NarrowUn64to32x2: to[0] = narrow(block, 8, False, first, lane(block, operand, 1)); return;
    case Iop_NotV256:
      for (Int i = 0; i < 4; i++) to[i] = lane(block, operand, i);
      return;
    default:
      if (!is_test(op)) smear_all(block, &operand, 1, type, to);
  }
}

static Bool is_comparison(IROp op) {
  switch (op) {
    case Iop_CmpEQ8x8: case Iop_CmpEQ16x4: case Iop_CmpEQ32x2: case Iop_CmpEQ8x16: case Iop_CmpEQ16x8:
    case Iop_CmpEQ32x4: case Iop_CmpEQ64x2: case Iop_CmpEQ8x32: case Iop_CmpEQ16x16: case Iop_CmpEQ32x8:
    case Iop_CmpEQ64x4: case Iop_CmpGT8Sx8: case Iop_CmpGT16Sx4: case Iop_CmpGT32Sx2: case Iop_CmpGT8Sx16:
    case Iop_CmpGT16Sx8: case Iop_CmpGT32Sx4: case Iop_CmpGT64Sx2: case Iop_CmpGT8Sx32: case Iop_CmpGT16Sx16:
    case Iop_CmpGT32Sx8: case Iop_CmpGT64Sx4: case Iop_CmpGT8Ux16: case Iop_CmpF64: case Iop_CmpF32:
    case Iop_CmpEQ64Fx2: case Iop_CmpLT64Fx2: case Iop_CmpLE64Fx2: case Iop_CmpUN64Fx2: case Iop_CmpEQ32Fx4:
    case Iop_CmpLT32Fx4: case Iop_CmpLE32Fx4: case Iop_CmpUN32Fx4: case Iop_CmpEQ64F0x2: case Iop_CmpLT64F0x2:
    case Iop_CmpLE64F0x2: case Iop_CmpUN64F0x2:
      return True;
    default:
      return False;
  }
}

// Reads a constant operand. Sets the bits above its size to 1. Returns False if it is not constant.
Bool constant(IRExpr *atom, ULong *value) {
  if (atom->tag != Iex_Const) return False;
  IRConst *given = atom->Iex.Const.con;
  switch (given->tag) {
    case Ico_U8: *value = given->Ico.U8 | ~0xffull; return True;
    case Ico_U16: *value = given->Ico.U16 | ~0xffffull; return True;
    case Ico_U32: *value = given->Ico.U32 | ~0xffffffffull; return True;
    case Ico_U64: *value = given->Ico.U64; return True;
    default: return False;
  }
}

static IRExpr *masked(Block *block, IRExpr *handle, ULong mask) {
  Bool isWhole = True;
  for (Int i = 0; i < 8; i++) isWhole &= (mask >> 8 * i & 0xff) != 0;
  return isWhole ? handle : UNARY(block, handle, help_mask, 2(handle, number(mask)));
}

static void binop(Block *block, IROp op, IRExpr *a, IRExpr *b, IRType type, IRExpr **to) {
  if (is_comparison(op) || !lane_count(type) || moved(block, op, a, b, type, to)) return;
  ULong value;
  Int bytes = sizeofIRType(type);
  IRExpr *operands[] = {a, b};
  switch (op) {
    case Iop_And8: case Iop_And16: case Iop_And32: case Iop_And64:
      if (constant(b, &value)) {
        to[0] = masked(block, lane(block, a, 0), value);
      } else if (constant(a, &value)) {
        to[0] = masked(block, lane(block, b, 0), value);
      } else {
        to[0] = bits(block, lane(block, a, 0), lane(block, b, 0));
      }
      return;
    case Iop_Or8: case Iop_Or16: case Iop_Or32: case Iop_Or64:
    case Iop_Xor8: case Iop_Xor16: case Iop_Xor32: case Iop_Xor64:
      to[0] = bits(block, lane(block, a, 0), lane(block, b, 0));
      return;
    case Iop_AndV128: case Iop_OrV128: case Iop_XorV128: case Iop_Add8x16: case Iop_Sub8x16: case Iop_QSub8Ux16:
    case Iop_QAdd8Ux16: case Iop_Max8Ux16: case Iop_Min8Ux16: case Iop_AndV256: case Iop_OrV256: case Iop_XorV256:
    case Iop_Add8x32: case Iop_Sub8x32: case Iop_Max8Ux32: case Iop_Min8Ux32:
      for (Int i = 0; i < lane_count(type); i++) to[i] = bits(block, lane(block, a, i), lane(block, b, i));
      return;
    case Iop_Add16x8: case Iop_Add32x4: case Iop_Add64x2: case Iop_Sub16x8: case Iop_Sub32x4: case Iop_Sub64x2:
    case Iop_Mul16x8: case Iop_Add16x16: case Iop_Add32x8: case Iop_Add64x4:
      for (Int i = 0; i < lane_count(type); i++) to[i] = smear(block, lane(block, a, i), lane(block, b, i), 8);
      return;
    case Iop_Add8: case Iop_Add16: case Iop_Add32: case Iop_Add64:
    case Iop_Sub8: case Iop_Sub16: case Iop_Sub32: case Iop_Sub64:
      // The result keeps the labels of the variable operand byte by byte, for example if letters change
      // from upper to lower case. Carries between bytes are ignored.
      if (b->tag == Iex_Const || a->tag == Iex_Const) {
        to[0] = a->tag == Iex_Const ? lane(block, b, 0) : lane(block, a, 0);
      } else {
        to[0] = smear(block, lane(block, a, 0), lane(block, b, 0), bytes);
      }
      return;
    case Iop_Shl8: case Iop_Shl16: case Iop_Shl32: case Iop_Shl64:
      if (constant(b, &value)) {
        to[0] = shift(block, lane(block, a, 0), True, value & 63, bytes);
      } else {
        to[0] = smear(block, lane(block, a, 0), lane(block, b, 0), bytes);
      }
      return;
    case Iop_Shr8: case Iop_Shr16: case Iop_Shr32: case Iop_Shr64:
    case Iop_Sar8: case Iop_Sar16: case Iop_Sar32: case Iop_Sar64:
      if (constant(b, &value)) {
        to[0] = shift(block, lane(block, a, 0), False, value & 63, bytes);
      } else {
        to[0] = smear(block, lane(block, a, 0), lane(block, b, 0), bytes);
      }
      return;
    case Iop_8HLto16: to[0] = insert(block, lane(block, b, 0), lane(block, a, 0), 1, 1); return;
    case Iop_16HLto32: to[0] = insert(block, lane(block, b, 0), lane(block, a, 0), 2, 2); return;
    case Iop_32HLto64: to[0] = insert(block, lane(block, b, 0), lane(block, a, 0), 4, 4); return;
    case Iop_64HLto128: case Iop_64HLtoV128:
      to[0] = lane(block, b, 0);
      to[1] = lane(block, a, 0);
      return;
    case Iop_V128HLtoV256:
      for (Int i = 0; i < 2; i++) {
        to[i] = lane(block, b, i);
        to[i + 2] = lane(block, a, i);
      }
      return;
    case Iop_SetV128lo64:
      to[0] = lane(block, b, 0);
      to[1] = lane(block, a, 1);
      return;
    case Iop_SetV128lo32:
      to[0] = insert(block, lane(block, a, 0), lane(block, b, 0), 0, 4);
      to[1] = lane(block, a, 1);
      return;
    default:
      smear_all(block, operands, 2, type, to);
  }
}

static Bool is_of_flags(const HChar *name) { return VG_(strncmp)(name, "amd64g_calculate_", 17) == 0; }

static void called(Block *block, IRExpr *expression, IRType type, IRExpr **to) {
  if (is_of_flags(expression->Iex.CCall.cee->name)) return;
  Int count = 0;
  while (expression->Iex.CCall.args[count]) count++;
  smear_all(block, expression->Iex.CCall.args, count, type, to);
}

static void evaluate(Block *block, IRExpr *expression, IRType type, IRExpr **to) {
  switch (expression->tag) {
    case Iex_Get: get(block, expression->Iex.Get.offset, type, to); return;
    case Iex_GetI: {
      IRRegArray *array = handles_of(block, expression->Iex.GetI.descr);
      if (array) to[0] = assign(block, Ity_I64, IRExpr_GetI(array, expression->Iex.GetI.ix, expression->Iex.GetI.bias));
      return;
    }
    case Iex_RdTmp:
      for (Int i = 0; i < lane_count(type); i++) to[i] = lane(block, expression, i);
      return;
    case Iex_Unop: unop(block, expression->Iex.Unop.op, expression->Iex.Unop.arg, type, to); return;
    case Iex_Binop:
      binop(block, expression->Iex.Binop.op, expression->Iex.Binop.arg1, expression->Iex.Binop.arg2, type, to);
      return;
    case Iex_Triop: {
      IRTriop *op = expression->Iex.Triop.details;
      IRExpr *operands[] = {op->arg1, op->arg2, op->arg3};
      smear_all(block, operands, 3, type, to);
      return;
    }
    case Iex_Qop: {
      IRQop *op = expression->Iex.Qop.details;
      IRExpr *operands[] = {op->arg1, op->arg2, op->arg3, op->arg4};
      smear_all(block, operands, 4, type, to);
      return;
    }
    case Iex_Load: load(block, type, expression->Iex.Load.addr, to); return;
    case Iex_ITE:
      for (Int i = 0; i < lane_count(type); i++) {
        IRExpr *yes = lane(block, expression->Iex.ITE.iftrue, i), *no = lane(block, expression->Iex.ITE.iffalse, i);
        if (yes || no) {
          to[i] = assign(block, Ity_I64, IRExpr_ITE(expression->Iex.ITE.cond, or_zero(yes), or_zero(no)));
        }
      }
      return;
    case Iex_CCall: called(block, expression, type, to); return;
    default: return;
  }
}

// --- statements ---

// Handles VEX's own helper calls. Helpers that save or restore registers do not change the
// registers' labels.
static void dirty(Block *block, IRDirty *its) {
  const HChar *name = its->cee->name;
  Bool restores = VG_(strstr)(name, "RSTOR") || VG_(strstr)(name, "SAVE");
  IRExpr *all = 0;
  for (Int i = 0; its->args[i]; i++) {
    if (!is_IRExpr_VECRET_or_GSPTR(its->args[i])) {
      IRExpr *each = lane_count(typeOfIRExpr(block->out->tyenv, its->args[i])) ? lane(block, its->args[i], 0) : 0;
      if (each) all = smear(block, all, each, 8);
    }
  }
  for (Int i = 0; i < its->nFxState && !restores; i++) {
    if (its->fxState[i].fx == Ifx_Write) continue;
    for (Int at = its->fxState[i].offset; at < its->fxState[i].offset + its->fxState[i].size; at += 8) {
      if (has_labels(at)) all = smear(block, all, get_handle(block, at), 8);
    }
  }
  for (Int i = 0; i < its->nFxState && !restores; i++) {
    if (its->fxState[i].fx == Ifx_Read) continue;
    for (Int at = its->fxState[i].offset; at < its->fxState[i].offset + its->fxState[i].size; at += 8) {
      if (has_labels(at)) put_handle(block, at, all);
    }
  }
  if (its->tmp != IRTemp_INVALID) {
    for (Int i = 0; i < lane_count(typeOfIRTemp(block->out->tyenv, its->tmp)); i++) block->lanes[its->tmp][i] = all;
  }
}

static void load_guarded(Block *block, IRLoadG *its) {
  IRType type, from;
  typeOfIRLoadGOp(its->cvt, &type, &from);
  IRExpr *loaded[MAX_LANES] = {0};
  // Loads the labels even if the guard is false. The address may then be invalid, but the helper reads
  // only labels.
  load(block, from, its->addr, loaded);
  for (Int i = 0; i < lane_count(type); i++) {
    IRExpr *no = lane(block, its->alt, i);
    block->lanes[its->dst][i] =
        assign(block, Ity_I64, IRExpr_ITE(its->guard, or_zero(loaded[i]), or_zero(no)));
  }
}

static void compare_and_swap(Block *block, IRCAS *its) {
  IRExpr *loaded[MAX_LANES] = {0};
  IRType type = typeOfIRExpr(block->out->tyenv, its->dataLo);
  load(block, type, its->addr, loaded);
  block->lanes[its->oldLo][0] = loaded[0];
  store(block, its->addr, its->dataLo, 0);
  if (its->dataHi) {
    IRExpr *high = behind(block, its->addr, sizeofIRType(type));
    load(block, type, high, loaded);
    block->lanes[its->oldHi][0] = loaded[0];
    store(block, high, its->dataHi, 0);
  }
}

static void statement(Block *block, IRStmt *its) {
  switch (its->tag) {
    case Ist_WrTmp: {
      IRTemp temp = its->Ist.WrTmp.tmp;
      if (!block->needed[temp]) return;
      evaluate(block, its->Ist.WrTmp.data, typeOfIRTemp(block->out->tyenv, temp), block->lanes[temp]);
      return;
    }
    case Ist_Put: put(block, its->Ist.Put.offset, its->Ist.Put.data); return;
    case Ist_PutI: {
      IRPutI *details = its->Ist.PutI.details;
      IRRegArray *array = handles_of(block, details->descr);
      if (array) {
        IRExpr *handle = or_zero(lane(block, details->data, 0));
        addStmtToIRSB(block->out, IRStmt_PutI(mkIRPutI(array, details->ix, details->bias, handle)));
      }
      return;
    }
    case Ist_Store: store(block, its->Ist.Store.addr, its->Ist.Store.data, 0); return;
    case Ist_StoreG: {
      IRStoreG *details = its->Ist.StoreG.details;
      store(block, details->addr, details->data, details->guard);
      return;
    }
    case Ist_LoadG: load_guarded(block, its->Ist.LoadG.details); return;
    case Ist_CAS: compare_and_swap(block, its->Ist.CAS.details); return;
    case Ist_Dirty: dirty(block, its->Ist.Dirty.details); return;
    default: return;
  }
}

// --- variables whose labels are needed ---

static void need(Block *block, IRExpr *atom) {
  if (atom && atom->tag == Iex_RdTmp) block->needed[atom->Iex.RdTmp.tmp] = True;
}

// Marks the inputs of an expression as needed.
static void need_inputs(Block *block, IRExpr *its, IRType type) {
  if (!lane_count(type)) return;
  switch (its->tag) {
    case Iex_RdTmp: need(block, its); return;
    case Iex_Unop:
      if (!is_test(its->Iex.Unop.op)) need(block, its->Iex.Unop.arg);
      return;
    case Iex_Binop:
      if (is_comparison(its->Iex.Binop.op)) return;
      need(block, its->Iex.Binop.arg1);
      need(block, its->Iex.Binop.arg2);
      return;
    case Iex_Triop:
      need(block, its->Iex.Triop.details->arg2);
      need(block, its->Iex.Triop.details->arg3);
      need(block, its->Iex.Triop.details->arg1);
      return;
    case Iex_Qop:
      need(block, its->Iex.Qop.details->arg1);
      need(block, its->Iex.Qop.details->arg2);
      need(block, its->Iex.Qop.details->arg3);
      need(block, its->Iex.Qop.details->arg4);
      return;
    case Iex_Load:
      if (is_lookup(sizeofIRType(type))) need(block, its->Iex.Load.addr);
      return;
    case Iex_ITE:
      need(block, its->Iex.ITE.iftrue);
      need(block, its->Iex.ITE.iffalse);
      return;
    case Iex_CCall:
      if (is_of_flags(its->Iex.CCall.cee->name)) return;
      for (Int i = 0; its->Iex.CCall.args[i]; i++) need(block, its->Iex.CCall.args[i]);
      return;
    default: return;
  }
}

static void find_needed(Block *block, const IRSB *in) {
  for (Int i = in->stmts_used; i-- > 0;) {
    const IRStmt *its = in->stmts[i];
    if (!its) continue;
    switch (its->tag) {
      case Ist_WrTmp:
        if (block->needed[its->Ist.WrTmp.tmp]) {
          need_inputs(block, its->Ist.WrTmp.data, typeOfIRTemp(in->tyenv, its->Ist.WrTmp.tmp));
        }
        break;
      case Ist_Put:
        if (has_labels(its->Ist.Put.offset)) need(block, its->Ist.Put.data);
        break;
      case Ist_PutI: need(block, its->Ist.PutI.details->data); break;
      case Ist_Store:
        need(block, its->Ist.Store.data);
        break;
      case Ist_StoreG: need(block, its->Ist.StoreG.details->data); break;
      case Ist_LoadG:
        need(block, its->Ist.LoadG.details->alt);
        if (option_lookups) need(block, its->Ist.LoadG.details->addr);
        break;
      case Ist_CAS:
        need(block, its->Ist.CAS.details->dataLo);
        need(block, its->Ist.CAS.details->dataHi);
        if (option_lookups) need(block, its->Ist.CAS.details->addr);
        break;
      case Ist_Dirty:
        for (Int j = 0; its->Ist.Dirty.details->args[j]; j++) {
          IRExpr *argument = its->Ist.Dirty.details->args[j];
          if (!is_IRExpr_VECRET_or_GSPTR(argument)) need(block, argument);
        }
        break;
      default: break;
    }
  }
}

IRSB *instrument(VgCallbackClosure *closure, IRSB *in, const VexGuestLayout *layout,
                 const VexGuestExtents *extents, const VexArchInfo *host, IRType word, IRType hostWord) {
  (void)closure, (void)extents, (void)host;
  if (word != hostWord) VG_(tool_panic)("the program's words differ from the host's");
  Block block = {deepCopyIRSBExceptStmts(in), layout->total_sizeB, in->tyenv->types_used, 0, 0};
  block.lanes = VG_(calloc)("colophon.block", block.temps, sizeof(*block.lanes));
  block.needed = VG_(calloc)("colophon.needed", block.temps, sizeof(*block.needed));
  find_needed(&block, in);
  for (Int i = 0; i < in->stmts_used; i++) {
    if (in->stmts[i] && in->stmts[i]->tag != Ist_NoOp) {
      statement(&block, in->stmts[i]);
      addStmtToIRSB(block.out, in->stmts[i]);
    }
  }
  if (in->jumpkind == Ijk_NoDecode) {
    IRDirty *unknown =
        unsafeIRDirty_0_N(0, "help_unknown", VG_(fnptr_to_fnentry)(&help_unknown), mkIRExprVec_1(in->next));
    addStmtToIRSB(block.out, IRStmt_Dirty(unknown));
  }
  VG_(free)(block.lanes);
  VG_(free)(block.needed);
  return block.out;
}

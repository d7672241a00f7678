// SPDX-License-Identifier: Apache-2.0
// Compiler pass that reports calls of functions to the runtime: entries with arguments, returns with
// values, and calls of the C library that move data. For LLVM 14 and later.
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Demangle/Demangle.h"

#include <cstring>
#include <map>

#include "functions.h"

using namespace llvm;

namespace {

// Calls of the C library that move data: the argument that names the file, and the direction.
struct Transfer {
  enum Source { FD, STREAM, STDIN, STDOUT } source;
  unsigned argument;
  int direction;
  enum Size { RESULT, RESULT_TIMES_SIZE, ONE } size;
};

const StringMap<Transfer> &transferTable() {
  static const StringMap<Transfer> all = [] {
    StringMap<Transfer> map;
    for (const char *name : {"read", "pread", "pread64", "readv", "preadv", "recv", "recvfrom", "recvmsg"})
      map[name] = {Transfer::FD, 0, COLOPHON_READ, Transfer::RESULT};
    for (const char *name : {"write", "pwrite", "pwrite64", "writev", "pwritev", "send", "sendto", "sendmsg", "dprintf",
                             "__dprintf_chk", "vdprintf"})
      map[name] = {Transfer::FD, 0, COLOPHON_WRITE, Transfer::RESULT};
    map["fread"] = map["fread_unlocked"] = {Transfer::STREAM, 3, COLOPHON_READ, Transfer::RESULT_TIMES_SIZE};
    map["fwrite"] = map["fwrite_unlocked"] = {Transfer::STREAM, 3, COLOPHON_WRITE, Transfer::RESULT_TIMES_SIZE};
    for (const char *name : {"fgetc", "getc", "_IO_getc", "getc_unlocked"})
      map[name] = {Transfer::STREAM, 0, COLOPHON_READ, Transfer::ONE};
    map["fgets"] = {Transfer::STREAM, 2, COLOPHON_READ, Transfer::ONE};
    map["getline"] = {Transfer::STREAM, 2, COLOPHON_READ, Transfer::RESULT};
    map["getdelim"] = map["__getdelim"] = {Transfer::STREAM, 3, COLOPHON_READ, Transfer::RESULT};
    map["fscanf"] = map["__isoc99_fscanf"] = {Transfer::STREAM, 0, COLOPHON_READ, Transfer::RESULT};
    map["scanf"] = map["__isoc99_scanf"] = {Transfer::STDIN, 0, COLOPHON_READ, Transfer::RESULT};
    map["getchar"] = {Transfer::STDIN, 0, COLOPHON_READ, Transfer::ONE};
    for (const char *name : {"fprintf", "vfprintf", "__fprintf_chk", "__vfprintf_chk"})
      map[name] = {Transfer::STREAM, 0, COLOPHON_WRITE, Transfer::RESULT};
    for (const char *name : {"fputc", "putc", "_IO_putc", "fputs", "fputs_unlocked"})
      map[name] = {Transfer::STREAM, 1, COLOPHON_WRITE, Transfer::ONE};
    for (const char *name : {"printf", "vprintf", "__printf_chk", "puts", "putchar"})
      map[name] = {Transfer::STDOUT, 0, COLOPHON_WRITE, Transfer::ONE};
    return map;
  }();
  return all;
}

class Instrumenter {
public:
  explicit Instrumenter(Module &module)
      : module(module), context(module.getContext()), byte(Type::getInt8Ty(context)),
        half(Type::getInt16Ty(context)), word(Type::getInt32Ty(context)), number(Type::getInt64Ty(context)),
        pointer(PointerType::get(byte, 0)), library(Triple(module.getTargetTriple())) {
    enter = runtime("colophon_enter", {pointer, pointer, number, number, number, number});
    enterRest = runtime("colophon_enter_rest", {pointer, pointer, number, number, number, number});
    leave = runtime("colophon_return", {pointer, pointer, number});
    tail = runtime("colophon_tail", {pointer, pointer, word});
    ignore = runtime("colophon_ignore", {pointer});
    resume = runtime("colophon_resume", {pointer});
    transfer = runtime("colophon_transfer", {word, word, number});
    stream = runtime("colophon_stream", {word, pointer, number});
    flag = module.getOrInsertGlobal("colophon_is_recording", byte);
    descriptor = StructType::get(context, {pointer, pointer, pointer, word, byte, byte, byte, byte,
                                           ArrayType::get(byte, COLOPHON_MAX_ARGUMENTS), word, half, half, pointer});
  }

  bool run() {
    std::vector<Function *> functions;
    for (Function &function : module)
      if (isOwn(function)) functions.push_back(&function);
    for (Function *function : functions) instrument(*function);
    return !functions.empty();
  }

private:
  Module &module;
  LLVMContext &context;
  Type *byte, *half, *word, *number;
  PointerType *pointer;
  TargetLibraryInfoImpl library;
  FunctionCallee enter, enterRest, leave, tail, ignore, resume, transfer, stream;
  Constant *flag;
  StructType *descriptor;

  // Declares a function of the runtime. It is not bound lazily, because the dynamic linker does not
  // preserve all registers.
  FunctionCallee runtime(StringRef name, ArrayRef<Type *> parameters) {
    FunctionCallee callee =
        module.getOrInsertFunction(name, FunctionType::get(Type::getVoidTy(context), parameters, false));
    if (auto *function = dyn_cast<Function>(callee.getCallee())) {
      function->setCallingConv(CallingConv::PreserveMost);
      function->addFnAttr(Attribute::NonLazyBind);
      function->addFnAttr(Attribute::NoUnwind);
    }
    return callee;
  }

  static void call(IRBuilder<> &builder, FunctionCallee callee, ArrayRef<Value *> arguments) {
    builder.CreateCall(callee, arguments)->setCallingConv(CallingConv::PreserveMost);
  }

  static bool isOwn(const Function &function) {
    return !function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked) &&
           !function.hasAvailableExternallyLinkage() && !function.hasFnAttribute("no_instrument_function") &&
           function.getName().take_front(9) != "colophon_";
  }

  static bool isLibraryFunction(const Function &function) {
    for (const char *prefix : {"_ZSt", "_ZNSt", "_ZNKSt", "_ZNSa", "_ZNSs", "_ZNKSs", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"})
      if (function.getName().take_front(strlen(prefix)) == prefix) return true;
    return false;
  }

  // Returns whether a call is of a function of the C library, which makes no tail calls of ours.
  bool isLibraryCall(const CallBase &call) const {
    const Function *called = call.getCalledFunction();
    LibFunc known;
    return called && called->isDeclaration() &&
           (transferTable().count(called->getName()) || TargetLibraryInfo(library).getLibFunc(*called, known));
  }

  // Returns whether a function may make system calls without a record of the function that makes them.
  static bool callsOut(Function &function) {
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      if (!call || isa<IntrinsicInst>(call)) continue;
      Function *called = call->getCalledFunction();
      if (!called || !isOwn(*called) || called->isInterposable() || isLibraryFunction(*called)) return true;
    }
    return false;
  }

  Constant *text(StringRef value) {
    Constant *data = ConstantDataArray::getString(context, value);
    auto *global =
        new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "colophon_text");
    global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return ConstantExpr::getBitCast(global, pointer);
  }

  static bool isCharacter(const DIType *type) {
    auto *derived = dyn_cast_or_null<DIDerivedType>(type);
    for (; derived && derived->getTag() != dwarf::DW_TAG_pointer_type; derived = dyn_cast_or_null<DIDerivedType>(type))
      type = derived->getBaseType();
    auto *basic = dyn_cast_or_null<DIBasicType>(type);
    return basic && basic->getName() == "char";
  }

  // Returns the source's kind of a value. Without debug information a pointer is a pointer.
  static uint8_t kind(Type *type, const DIType *source) {
    unsigned tag = 0;
    while (auto *derived = dyn_cast_or_null<DIDerivedType>(source)) {
      tag = derived->getTag();
      source = derived->getBaseType();
      if (tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type) break;
    }
    if (type->isPointerTy()) {
      bool isPointer = tag == dwarf::DW_TAG_pointer_type;
      if (!(isPointer || tag == dwarf::DW_TAG_reference_type) || !isConstant(source)) return COLOPHON_POINTER;
      return isPointer && isCharacter(source) ? COLOPHON_TEXT : COLOPHON_CONSTANT;
    }
    if (type->isFloatTy() || type->isDoubleTy()) return COLOPHON_DOUBLE;
    if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64) return COLOPHON_NONE;
    auto *basic = dyn_cast_or_null<DIBasicType>(source);
    bool isSigned = basic && (basic->getEncoding() == dwarf::DW_ATE_signed ||
                              basic->getEncoding() == dwarf::DW_ATE_signed_char);
    return isSigned || !basic ? COLOPHON_INTEGER : COLOPHON_UNSIGNED;
  }

  static bool isConstant(const DIType *type) {
    auto *derived = dyn_cast_or_null<DIDerivedType>(type);
    bool isAlias = derived && derived->getTag() == dwarf::DW_TAG_typedef;
    return isAlias ? isConstant(derived->getBaseType()) : derived && derived->getTag() == dwarf::DW_TAG_const_type;
  }

  Value *asNumber(IRBuilder<> &builder, Value *value, uint8_t valueKind) {
    switch (valueKind) {
      case COLOPHON_POINTER:
      case COLOPHON_TEXT:
      case COLOPHON_CONSTANT:
        return builder.CreatePtrToInt(value, number);
      case COLOPHON_DOUBLE:
        return builder.CreateBitCast(builder.CreateFPExt(value, Type::getDoubleTy(context)), number);
      case COLOPHON_INTEGER:
        return builder.CreateSExtOrTrunc(value, number);
      case COLOPHON_UNSIGNED:
        return builder.CreateZExtOrTrunc(value, number);
      default:
        return ConstantInt::get(number, 0);
    }
  }

  struct Description {
    Constant *global;
    std::vector<std::pair<unsigned, uint8_t>> arguments;  // position and kind
    uint8_t result;
  };

  // Returns the names and types of the parameters as in the source, by position.
  static std::vector<const DILocalVariable *> parameters(Function &function) {
    std::vector<const DILocalVariable *> found(function.arg_size() + 1, nullptr);
    DISubprogram *source = function.getSubprogram();
    if (!source) return found;
    for (const DINode *node : source->getRetainedNodes())
      if (auto *variable = dyn_cast<DILocalVariable>(node))
        if (variable->getArg() && variable->getArg() < found.size()) found[variable->getArg()] = variable;
    auto keep = [&](const DILocalVariable *variable) {
      if (variable->getArg() && variable->getArg() < found.size() && variable->getScope() == source)
        found[variable->getArg()] = variable;
    };
    for (Instruction &instruction : instructions(function)) {
      if (auto *debug = dyn_cast<DbgVariableIntrinsic>(&instruction)) keep(debug->getVariable());
#if LLVM_VERSION_MAJOR >= 19
      for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange())) keep(record.getVariable());
#endif
    }
    return found;
  }

  static iterator_range<inst_iterator> instructions(Function &function) {
    return make_range(inst_begin(function), inst_end(function));
  }

  Description describe(Function &function) {
    DISubprogram *source = function.getSubprogram();
    DISubroutineType *type = source ? source->getType() : nullptr;
    std::vector<const DILocalVariable *> variables = parameters(function);
    // A structure that is returned or passed in pieces shifts the positions.
    bool isPlain = type && type->getTypeArray().size() == function.arg_size() + 1;
    Description description;
    std::vector<Constant *> kinds;
    std::string names;
    for (Argument &argument : function.args()) {
      if (kinds.size() == COLOPHON_MAX_ARGUMENTS) break;
      const DIType *from = isPlain ? type->getTypeArray()[argument.getArgNo() + 1] : nullptr;
      uint8_t its = kind(argument.getType(), from);
      if (its == COLOPHON_NONE) continue;
      const DILocalVariable *variable = isPlain ? variables[argument.getArgNo() + 1] : nullptr;
      names += variable ? variable->getName().str() : argument.getName().str();
      names += '\0';
      description.arguments.push_back({argument.getArgNo(), its});
      kinds.push_back(ConstantInt::get(byte, its));
    }
    uint64_t count = kinds.size();
    kinds.resize(COLOPHON_MAX_ARGUMENTS, ConstantInt::get(byte, 0));
    const DIType *result = type && type->getTypeArray().size() ? type->getTypeArray()[0] : nullptr;
    Type *resultType = function.getReturnType();
    description.result = resultType->isVoidTy() ? uint8_t(COLOPHON_NONE) : kind(resultType, result);
    if (description.result >= COLOPHON_TEXT) description.result = COLOPHON_POINTER;
    std::string file = module.getSourceFileName();
    if (source && source->getFile()) {
      file = source->getFilename().str();
      if (!file.empty() && file[0] != '/') file = (source->getDirectory() + "/" + file).str();
    }
    auto byteOf = [&](uint64_t value) { return ConstantInt::get(byte, value); };
    auto wordOf = [&](uint64_t value) { return ConstantInt::get(word, value); };
    Constant *value = ConstantStruct::get(
        descriptor,
        {text(demangle(function.getName().str())), text(file), text(names), wordOf(source ? source->getLine() : 0),
         byteOf(!function.hasLocalLinkage()), byteOf(count), byteOf(description.result), byteOf(0),
         ConstantArray::get(ArrayType::get(byte, COLOPHON_MAX_ARGUMENTS), kinds), wordOf(0),
         ConstantInt::get(half, isLibraryFunction(function)), ConstantInt::get(half, callsOut(function)), ConstantExpr::getBitCast(&function, pointer)});
    auto *global = new GlobalVariable(
        module, descriptor, false, GlobalValue::PrivateLinkage, value, "colophon_function");
    description.global = ConstantExpr::getBitCast(global, pointer);
    return description;
  }

  Value *frame(IRBuilder<> &builder) {
    Function *address = Intrinsic::getDeclaration(&module, Intrinsic::addressofreturnaddress, {pointer});
    return builder.CreateCall(address, {});
  }

  // Splits before an instruction, and returns a place that is reached only while recording.
  Instruction *whileRecording(Instruction *before);

  // Returns the last call in a block, if only instructions without code separate it from the end.
  static CallInst *lastCall(BasicBlock *block) {
    for (Instruction *at = block->getTerminator()->getPrevNode(); at; at = at->getPrevNode()) {
      auto *intrinsic = dyn_cast<IntrinsicInst>(at);
      bool isSkipped = isa<DbgInfoIntrinsic>(at) || (isa<CastInst>(at) && cast<CastInst>(at)->isNoopCast(
                           at->getModule()->getDataLayout())) ||
                       (intrinsic && (intrinsic->getIntrinsicID() == Intrinsic::lifetime_end ||
                                      intrinsic->getIntrinsicID() == Intrinsic::assume));
      if (!isSkipped) return isa<IntrinsicInst>(at) ? nullptr : dyn_cast<CallInst>(at);
    }
    return nullptr;
  }

  static bool isResult(Value *returned, const CallInst *call) {
    return !returned || isa<UndefValue>(returned) || returned->stripPointerCasts() == call;
  }

  // Gives each tail call its own return instruction, as the code generator would do later.
  static void separateReturns(Function &function) {
    std::vector<ReturnInst *> returns;
    for (BasicBlock &block : function)
      if (auto *end = dyn_cast<ReturnInst>(block.getTerminator()))
        if (block.getFirstNonPHIOrDbg() == end) returns.push_back(end);
    for (ReturnInst *end : returns) {
      BasicBlock *block = end->getParent();
      std::vector<BasicBlock *> all(pred_begin(block), pred_end(block));
      for (BasicBlock *from : all) {
        auto *jump = dyn_cast<BranchInst>(from->getTerminator());
        CallInst *last = jump && jump->isUnconditional() ? lastCall(from) : nullptr;
        Value *value = end->getReturnValue();
        if (auto *phi = dyn_cast_or_null<PHINode>(value))
          if (phi->getParent() == block) value = phi->getIncomingValueForBlock(from);
        if (last && last->isTailCall() && isResult(value, last)) FoldReturnIntoUncondBranch(end, block, from);
      }
      if (pred_empty(block) && block != &function.getEntryBlock()) DeleteDeadBlock(block);
    }
  }

  // Returns the tail call that ends a function, or null. Calls of the C library do not remain tail
  // calls, so that their accesses belong to the function.
  CallInst *tailCall(ReturnInst *end) {
    CallInst *last = lastCall(end->getParent());
    if (!last || !(last->isMustTailCall() || last->isTailCall())) return nullptr;
    if (last->isMustTailCall()) return last;
    return isResult(end->getReturnValue(), last) && !isLibraryCall(*last) && !last->isInlineAsm() ? last : nullptr;
  }

  void instrument(Function &function) {
    if (!function.hasOptNone()) separateReturns(function);
    Description description = describe(function);
    std::vector<CallBase *> transfers, unused;
    std::vector<Instruction *> resumptions;
    std::vector<ReturnInst *> returns;
    for (Instruction &instruction : instructions(function)) {
      if (auto *call = dyn_cast<CallBase>(&instruction)) {
        Function *called = call->getCalledFunction();
        if (isa<CallInst>(call) && called && called->isDeclaration() && transferTable().count(called->getName()))
          transfers.push_back(call);
        else if (isUnused(*call))
          unused.push_back(call);
        if (call->hasFnAttr(Attribute::ReturnsTwice) && isa<CallInst>(call)) resumptions.push_back(call);
      } else if (auto *end = dyn_cast<ReturnInst>(&instruction)) {
        returns.push_back(end);
      } else if (isa<LandingPadInst>(instruction)) {
        resumptions.push_back(&instruction);
      }
    }
    for (ReturnInst *end : returns) {
      CallInst *last = tailCall(end);
      IRBuilder<> builder(whileRecording(last ? cast<Instruction>(last) : end));
      locate(builder, function);
      if (last) {
        Function *called = last->getCalledFunction();
        Value *mayBeItself = ConstantInt::get(word, !called || called == &function);
        call(builder, tail, {description.global, frame(builder), mayBeItself});
      } else {
        Value *value = end->getReturnValue();
        Value *given = value ? asNumber(builder, value, description.result) : ConstantInt::get(number, 0);
        call(builder, leave, {description.global, frame(builder), given});
      }
    }
    for (CallBase *each : unused) {
      auto *invoke = dyn_cast<InvokeInst>(each);
      Instruction *after = invoke ? &*invoke->getNormalDest()->getFirstInsertionPt() : each->getNextNode();
      IRBuilder<> builder(whileRecording(after));
      locate(builder, function);
      call(builder, ignore, {builder.CreateBitCast(each->getCalledOperand(), pointer)});
    }
    for (Instruction *each : resumptions) {
      IRBuilder<> builder(whileRecording(each->getNextNode()));
      locate(builder, function);
      call(builder, resume, {frame(builder)});
    }
    for (CallBase *each : transfers) instrument(function, each);
    entry(function, description);
#if LLVM_VERSION_MAJOR >= 16
    function.removeFnAttr(Attribute::Memory);
#else
    function.removeFnAttr(Attribute::ReadNone);
    function.removeFnAttr(Attribute::ReadOnly);
#endif
  }

  // Returns whether an instrumented function may have been called and its result is not used.
  bool isUnused(const CallBase &call) const {
    bool isCandidate = !isa<IntrinsicInst>(call) && !call.isInlineAsm() && !call.getType()->isVoidTy() &&
                       call.use_empty() && !call.isMustTailCall() && !isLibraryCall(call);
    auto *invoke = dyn_cast<InvokeInst>(&call);
    return isCandidate && (invoke ? invoke->getNormalDest()->getSinglePredecessor() != nullptr : isa<CallInst>(call));
  }

  // The verifier wants a place in the source for each call in a function that has one.
  void locate(IRBuilder<> &builder, Function &function) {
    if (DISubprogram *source = function.getSubprogram())
      builder.SetCurrentDebugLocation(DILocation::get(context, source->getLine(), 0, source));
  }

  // Records the entry after the arguments are stored, as in unoptimized code, since then the recording
  // needs no room for them.
  void entry(Function &function, const Description &description) {
    BasicBlock::iterator first = function.getEntryBlock().getFirstInsertionPt();
    std::map<Value *, AllocaInst *> slots;
    for (;; ++first) {
      auto *store = dyn_cast<StoreInst>(first);
      auto *slot = store ? dyn_cast<AllocaInst>(store->getPointerOperand()) : nullptr;
      if (slot && isa<Argument>(store->getValueOperand())) slots[store->getValueOperand()] = slot;
      bool isSkipped = slot && (isa<Argument>(store->getValueOperand()) || isa<Constant>(store->getValueOperand()));
      if (!isSkipped && !isa<AllocaInst>(*first) && !isa<DbgInfoIntrinsic>(*first)) break;
    }
    IRBuilder<> builder(whileRecording(&*first));
    locate(builder, function);
    for (size_t from = 0; from == 0 || from < description.arguments.size(); from += 4) {
      std::vector<Value *> values{description.global, frame(builder)};
      for (size_t i = from; i < from + 4 && i < description.arguments.size(); i++) {
        auto [position, its] = description.arguments[i];
        Argument *argument = function.getArg(position);
        auto slot = slots.find(argument);
        Value *value = slot == slots.end() ? cast<Value>(argument)
                                           : builder.CreateLoad(argument->getType(), slot->second);
        values.push_back(asNumber(builder, value, its));
      }
      values.resize(6, UndefValue::get(number));
      call(builder, from ? enterRest : enter, values);
    }
  }

  void report(IRBuilder<> &builder, const Transfer &its, CallBase *moved, Value *bytes) {
    Value *direction = ConstantInt::get(word, its.direction);
    if (its.source == Transfer::STREAM) {
      Value *file = builder.CreateBitCast(moved->getArgOperand(its.argument), pointer);
      call(builder, stream, {direction, file, bytes});
    } else {
      Value *fd = its.source == Transfer::FD
                      ? builder.CreateSExtOrTrunc(moved->getArgOperand(its.argument), word)
                      : ConstantInt::get(word, its.source == Transfer::STDIN ? 0 : 1);
      call(builder, transfer, {direction, fd, bytes});
    }
  }

  // Reports a write before the call, since others may read at once, and a read after it.
  void instrument(Function &function, CallBase *call) {
    const Transfer &its = transferTable().find(call->getCalledFunction()->getName())->second;
    if (its.source <= Transfer::STREAM && call->arg_size() <= its.argument) return;
    bool isRead = its.direction == COLOPHON_READ;
    Instruction *place = isRead ? call->getNextNode() : call;
    // Unoptimized code needs room in the frame for each value that a branch crosses.
    IRBuilder<> builder(function.hasOptNone() ? place : whileRecording(place));
    locate(builder, function);
    report(builder, its, call, size(builder, its, call));
  }

  // Returns the bytes that were read, or that are about to be written; 1 if unknown.
  Value *size(IRBuilder<> &builder, const Transfer &its, CallBase *call) {
    Value *one = ConstantInt::get(number, 1);
    bool isRead = its.direction == COLOPHON_READ;
    Value *count = isRead ? call : call->arg_size() > 2 ? call->getArgOperand(2) : one;
    if (its.size == Transfer::ONE || !count->getType()->isIntegerTy()) return one;
    Value *bytes = builder.CreateSExtOrTrunc(count, number);
    return its.size == Transfer::RESULT_TIMES_SIZE
               ? builder.CreateMul(bytes, builder.CreateZExtOrTrunc(call->getArgOperand(1), number))
               : bytes;
  }
};

Instruction *Instrumenter::whileRecording(Instruction *before) {
  IRBuilder<> builder(before);
  LoadInst *load = builder.CreateLoad(byte, flag);
  Value *isOn = builder.CreateICmpNE(load, ConstantInt::get(byte, 0));
  MDNode *rarely = MDBuilder(context).createBranchWeights(1, 1000);
  return SplitBlockAndInsertIfThen(isOn, before, false, rarely);
}

struct CallPass : PassInfoMixin<CallPass> {
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    return Instrumenter(module).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "colophon", "1", [](PassBuilder &builder) {
#if LLVM_VERSION_MAJOR >= 20
            builder.registerOptimizerLastEPCallback(
                [](ModulePassManager &passes, OptimizationLevel, ThinOrFullLTOPhase) { passes.addPass(CallPass()); });
#else
            builder.registerOptimizerLastEPCallback(
                [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(CallPass()); });
#endif
          }};
}

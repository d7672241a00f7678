// Compiler pass that reports calls of functions to the runtime: entries with arguments, returns with
// values, and calls of the C library that move data. For LLVM 14 and later.
#include "llvm/ADT/StringMap.h"
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
        word(Type::getInt32Ty(context)), number(Type::getInt64Ty(context)),
        pointer(PointerType::get(byte, 0)) {
    Type *none = Type::getVoidTy(context);
    enter = module.getOrInsertFunction("colophon_enter", none, pointer, pointer, PointerType::get(number, 0));
    leave = module.getOrInsertFunction("colophon_return", none, pointer, pointer, number);
    transfer = module.getOrInsertFunction("colophon_transfer", none, word, word, number);
    stream = module.getOrInsertFunction("colophon_stream", none, word, pointer, number);
    flag = module.getOrInsertGlobal("colophon_is_recording", byte);
    descriptor = StructType::get(context, {pointer, pointer, pointer, word, byte, byte, byte, byte,
                                           ArrayType::get(byte, COLOPHON_MAX_ARGUMENTS), word, word});
  }

  bool run() {
    std::vector<Function *> functions;
    for (Function &function : module) {
      bool isOwn = !function.isDeclaration() && !function.hasFnAttribute(Attribute::Naked) &&
                   !function.hasAvailableExternallyLinkage() &&
                   !function.hasFnAttribute("no_instrument_function") &&
                   function.getName().take_front(9) != "colophon_";
      if (isOwn) functions.push_back(&function);
    }
    for (Function *function : functions) instrument(*function);
    return !functions.empty();
  }

private:
  Module &module;
  LLVMContext &context;
  Type *byte, *word, *number;
  PointerType *pointer;
  FunctionCallee enter, leave, transfer, stream;
  Constant *flag;
  StructType *descriptor;

  Constant *text(StringRef value) {
    Constant *data = ConstantDataArray::getString(context, value);
    auto *global =
        new GlobalVariable(module, data->getType(), true, GlobalValue::PrivateLinkage, data, "colophon_text");
    global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return ConstantExpr::getBitCast(global, pointer);
  }

  static bool isCharacter(const DIType *type) {
    while (auto *derived = dyn_cast_or_null<DIDerivedType>(type)) type = derived->getBaseType();
    auto *basic = dyn_cast_or_null<DIBasicType>(type);
    return basic && basic->getName() == "char";
  }

  // Returns the source's kind of a value. Without debug information a pointer is a pointer.
  static uint8_t kind(Type *type, const DIType *source) {
    bool isPointer = false;
    while (auto *derived = dyn_cast_or_null<DIDerivedType>(source)) {
      if (derived->getTag() == dwarf::DW_TAG_pointer_type) {
        isPointer = true;
        break;
      }
      source = derived->getBaseType();
    }
    if (type->isPointerTy()) {
      auto *derived = dyn_cast_or_null<DIDerivedType>(source);
      bool isText = isPointer && derived && isConstant(derived->getBaseType()) && isCharacter(derived->getBaseType());
      return isText ? COLOPHON_TEXT : COLOPHON_POINTER;
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
    return derived && derived->getTag() == dwarf::DW_TAG_const_type;
  }

  Value *asNumber(IRBuilder<> &builder, Value *value, uint8_t valueKind) {
    switch (valueKind) {
      case COLOPHON_POINTER:
      case COLOPHON_TEXT:
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
    if (description.result == COLOPHON_TEXT) description.result = COLOPHON_POINTER;
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
         ConstantArray::get(ArrayType::get(byte, COLOPHON_MAX_ARGUMENTS), kinds), wordOf(0), wordOf(0)});
    auto *global = new GlobalVariable(
        module, descriptor, false, GlobalValue::PrivateLinkage, value, "colophon_function");
    description.global = ConstantExpr::getBitCast(global, pointer);
    return description;
  }

  Value *frame(IRBuilder<> &builder) {
    Function *address =
        Intrinsic::getDeclaration(&module, Intrinsic::frameaddress, {PointerType::get(byte, 0)});
    return builder.CreateCall(address, {ConstantInt::get(word, 0)});
  }

  // Splits before an instruction, and returns a place that is reached only while recording.
  Instruction *whileRecording(Instruction *before);

  void instrument(Function &function) {
    Description description = describe(function);
    std::vector<CallBase *> calls;
    std::vector<ReturnInst *> returns;
    for (Instruction &instruction : instructions(function)) {
      if (auto *call = dyn_cast<CallInst>(&instruction)) {
        Function *called = call->getCalledFunction();
        if (called && called->isDeclaration() && transferTable().count(called->getName())) calls.push_back(call);
      } else if (auto *end = dyn_cast<ReturnInst>(&instruction)) {
        returns.push_back(end);
      }
    }
    for (ReturnInst *end : returns) {
      // Nothing may stand between a call that must be a tail call and its return.
      CallInst *last = dyn_cast_or_null<CallInst>(end->getPrevNode());
      if (last && last->isMustTailCall()) continue;
      IRBuilder<> builder(whileRecording(end));
      locate(builder, function);
      Value *value = end->getReturnValue();
      Value *given = value ? asNumber(builder, value, description.result) : ConstantInt::get(number, 0);
      builder.CreateCall(leave, {description.global, frame(builder), given});
    }
    for (CallBase *call : calls) instrument(function, call);
    entry(function, description);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (call->isTailCall() && !call->isMustTailCall()) call->setTailCall(false);
#if LLVM_VERSION_MAJOR >= 16
    function.removeFnAttr(Attribute::Memory);
#else
    function.removeFnAttr(Attribute::ReadNone);
    function.removeFnAttr(Attribute::ReadOnly);
#endif
  }

  // The verifier wants a place in the source for each call in a function that has one.
  void locate(IRBuilder<> &builder, Function &function) {
    if (DISubprogram *source = function.getSubprogram())
      builder.SetCurrentDebugLocation(DILocation::get(context, source->getLine(), 0, source));
  }

  void entry(Function &function, const Description &description) {
    BasicBlock::iterator first = function.getEntryBlock().getFirstInsertionPt();
    while (isa<AllocaInst>(*first)) ++first;
    IRBuilder<> head(&*first);
    Value *values = head.CreateAlloca(ArrayType::get(number, COLOPHON_MAX_ARGUMENTS));
    IRBuilder<> builder(whileRecording(&*first));
    locate(builder, function);
    unsigned position = 0;
    for (auto [argument, its] : description.arguments) {
      Value *slot = builder.CreateConstGEP2_32(
          ArrayType::get(number, COLOPHON_MAX_ARGUMENTS), values, 0, position++);
      builder.CreateStore(asNumber(builder, function.getArg(argument), its), slot);
    }
    Value *array = builder.CreateBitCast(values, PointerType::get(number, 0));
    builder.CreateCall(enter, {description.global, frame(builder), array});
  }

  void report(IRBuilder<> &builder, const Transfer &its, CallBase *call, Value *bytes) {
    Value *direction = ConstantInt::get(word, its.direction);
    if (its.source == Transfer::STREAM) {
      Value *file = builder.CreateBitCast(call->getArgOperand(its.argument), pointer);
      builder.CreateCall(stream, {direction, file, bytes});
    } else {
      Value *fd = its.source == Transfer::FD
                      ? builder.CreateSExtOrTrunc(call->getArgOperand(its.argument), word)
                      : ConstantInt::get(word, its.source == Transfer::STDIN ? 0 : 1);
      builder.CreateCall(transfer, {direction, fd, bytes});
    }
  }

  // Reports a write before the call, since others may read at once, and a read after it.
  void instrument(Function &function, CallBase *call) {
    const Transfer &its = transferTable().find(call->getCalledFunction()->getName())->second;
    if (its.source <= Transfer::STREAM && call->arg_size() <= its.argument) return;
    bool isRead = its.direction == COLOPHON_READ;
    IRBuilder<> builder(whileRecording(isRead ? call->getNextNode() : call));
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

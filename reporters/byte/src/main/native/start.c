// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
// Entry of the tool. Valgrind's core takes the name of its launcher from the environment, and
// executes that launcher for each child. The tool is its own launcher, so that a program is
// executed once.
#include "tool.h"

#define MOVED 2  // words; an even number keeps the stack aligned

static HChar launcher[VKI_PATH_MAX + 32] = "VALGRIND_LAUNCHER=";

// Appends the variable to the environment, twice to keep the stack aligned. The words before the
// end of the environment move down. Returns the new top of the stack.
__attribute__((used)) UWord *colophon_prepare(UWord *top) {
  Word length;
  HChar *end = launcher + sizeof("VALGRIND_LAUNCHER=") - 1;
  __asm__ volatile("syscall" : "=a"(length)
                   : "0"(__NR_readlink), "D"("/proc/self/exe"), "S"(end), "d"(VKI_PATH_MAX)
                   : "rcx", "r11", "memory");
  if (length > 0) end[length] = 0;
  UWord words = 1 + top[0] + 1;  // argument count, arguments, terminator
  while (top[words]) words++;
  for (UWord i = 0; i < words; i++) top[(Word)i - MOVED] = top[i];
  top[words - 2] = (UWord)launcher;
  top[words - 1] = (UWord)launcher;
  return top - MOVED;
}

__asm__(
    ".text\n"
    ".globl colophon_start\n"
    ".type colophon_start,@function\n"
    "colophon_start:\n"
    "  xorl %ebp, %ebp\n"
    "  movq %rsp, %rdi\n"
    "  subq $4096, %rsp\n"
    "  andq $-16, %rsp\n"
    "  call colophon_prepare\n"
    "  movq %rax, %rsp\n"
    "  jmp _start\n");

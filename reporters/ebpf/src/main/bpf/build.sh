#!/bin/sh
# Builds the BPF object for the running kernel: build.sh SOURCE.bpf.c OUTPUT.o
set -eu
PATH=$PATH:/usr/sbin:/sbin
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
bpftool btf dump file /sys/kernel/btf/vmlinux format c > "$directory/vmlinux.h"
clang -g -O2 -Wall -target bpf -D__TARGET_ARCH_x86 -I "$directory" -c "$1" -o "$directory/out.o"
if command -v llvm-strip > /dev/null; then llvm-strip -g "$directory/out.o"; fi
mv "$directory/out.o" "$2.new.$$"
mv "$2.new.$$" "$2"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the BPF object: build.sh SOURCES OUTPUT. With COLOPHON_PORTABLE in the environment, the object is
# without the parts that only some kernels load, else for the running kernel.
set -eu
PATH=$PATH:/usr/sbin:/sbin
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
bpftool btf dump file /sys/kernel/btf/vmlinux format c > "$directory/vmlinux.h"

# Requests of io_uring are recorded only if the kernel's tracepoints have the arguments of Linux
# 6.18.
complete='btf_trace_io_uring_complete)(void \*, struct io_ring_ctx \*, void \*, struct io_uring_cqe \*)'
submit='btf_trace_io_uring_submit_req)(void \*, struct io_kiocb \*)'
requests=
if [ -z "${COLOPHON_PORTABLE:-}" ] && grep -q "$complete" "$directory/vmlinux.h" && grep -q "$submit" "$directory/vmlinux.h"; then
  requests=-DIO_URING
fi

# Real-time kernels before Linux 6.15 refuse calls of global functions while preemption is off.
global=
case $(uname -v) in *PREEMPT_RT*) global=-DGLOBAL=static ;; esac

compile() {
  clang -g -O2 -Wall -target bpf -D__TARGET_ARCH_x86 $global "$@" -I "$directory" \
    -c colophon.bpf.c \
    -ffile-prefix-map="$PWD=." -ffile-prefix-map="$directory=." -o "$directory/out.o"
}
cd "$1"
{ [ -n "$requests" ] && compile $requests 2> /dev/null; } || compile
if command -v llvm-strip > /dev/null; then llvm-strip -g "$directory/out.o"; fi
mv "$directory/out.o" "$2/colophon.bpf.o"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compiles with instrumented functions. Installed as colophon-cc and colophon-c++.
directory=$(dirname -- "$(readlink -f -- "$0")")
case ${0##*/} in
  *++) language=g++ ;;
  *) language=gcc ;;
esac
links=
inputs=
for word; do
  case $word in
    -c | -S | -E | -M | -MM | -fsyntax-only | -r | --precompile) links=no ;;
    -*) ;;
    *) inputs=yes ;;
  esac
done
if [ -z "$links" ] && [ -n "$inputs" ]; then
  set -- "$@" "$directory/runtime.o" -pthread
fi
exec "@CLANG@" "--driver-mode=$language" -g -Wno-unused-command-line-argument "-fpass-plugin=$directory/plugin.so" "$@"

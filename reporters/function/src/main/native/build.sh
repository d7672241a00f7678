#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the compiler plug-in and the runtime: build.sh SOURCES OUTPUT. COLOPHON_CLANG names another
# compiler than clang.
set -eu
clang=$(command -v "${COLOPHON_CLANG:-clang}")
version=$("$clang" -dumpversion)
major=${version%%.*}
config=
for candidate in "llvm-config-$major" llvm-config; do
  if command -v "$candidate" > /dev/null && [ "$("$candidate" --version | cut -d. -f1)" = "$major" ]; then
    config=$candidate
    break
  fi
done
if [ -z "$config" ]; then
  echo "there is no llvm-config for clang $major: apt-get install llvm-$major-dev" >&2
  exit 1
fi
"$clang" -O2 -fPIC -Wall -c "$1/runtime.c" -o "$2/runtime.o"
# shellcheck disable=SC2046 # word splitting is intended
"$clang" --driver-mode=g++ $("$config" --cxxflags) -std=c++17 -fno-rtti -O2 -fPIC -shared -Wall -Wno-unused-command-line-argument \
  "$1/plugin.cpp" -o "$2/plugin.so"
for name in colophon-cc colophon-c++; do
  sed "s|@CLANG@|$clang|" "$1/cc.sh" > "$2/$name"
  chmod +x "$2/$name"
done

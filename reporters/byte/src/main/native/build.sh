#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 OR GPL-2.0-or-later
# Builds the Valgrind tool against the installed package: build.sh SOURCES OUTPUT
set -eu
headers=/usr/include/valgrind
libraries=
for directory in /usr/lib/*/valgrind /usr/lib/valgrind; do
  if [ -e "$directory/libcoregrind-amd64-linux.a" ]; then libraries=$directory; fi
done
if [ -z "$libraries" ]; then
  echo "Valgrind's libraries for tools are not installed: apt-get install valgrind" >&2
  exit 1
fi
${CC:-gcc} -m64 -O2 -g -std=gnu99 -Wall -Wextra -Wno-sign-compare -Wno-unused-parameter -Werror \
  -fno-stack-protector -fno-strict-aliasing -fno-builtin -fomit-frame-pointer -fno-pie -no-pie \
  -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1 -DVGPV_amd64_linux_vanilla=1 -I"$headers" \
  -ffile-prefix-map="$1"=. -ffile-prefix-map="$PWD"=. -static -nodefaultlibs -nostartfiles -u _start -Wl,-e,colophon_start -Wl,-Ttext=0x58000000 -Wl,--build-id=none \
  "$1"/start.c "$1"/main.c "$1"/labels.c "$1"/shadow.c "$1"/instrument.c "$1"/vectors.c \
  "$1"/record.c "$1"/calls.c \
  "$libraries/libcoregrind-amd64-linux.a" "$libraries/libvex-amd64-linux.a" -lgcc \
  "$libraries/libgcc-sup-amd64-linux.a" -o "$2/colophon-amd64-linux"

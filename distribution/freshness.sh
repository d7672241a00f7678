# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2154 # the script that reads this file sets lib and java_home
# Tells whether what a build has made is current: by the content of the sources, so that neither a copy of
# the checkout nor a change of the branch and back causes a build. The change times of inodes, which no
# program can set, only spare reading sources that nobody has written since.
#
# A stamp is a file with the time of the last comparison, the digest of the sources, and their paths below
# the directory of the checkout. The time is in the file, since copies get other times.

# digest DIRECTORY PATH...: prints the digest of the names and contents of these files and directories.
digest() {
  (set -o pipefail && cd -- "$1" && tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=0 \
    --hard-dereference --format=gnu -c -- "${@:2}" 2>/dev/null | sha1sum)
}

# print_time FILE: prints the present time of the file system in which the file may be made.
print_time() {
  : >"$1"
  find "$1" -printf '%C@\n'
  rm -f -- "$1"
}

# are_unchanged DIRECTORY TIME PATH...: succeeds if all exist, and none was written since.
are_unchanged() {
  local found
  found=$(cd -- "$1" && find "${@:3}" -newerct "@$2" -print -quit 2>&1) && [ -z "$found" ]
}

# write_stamp FILE TIME DIGEST PATH...: at once, as others may read it meanwhile.
write_stamp() {
  printf '%s\n' "${@:2}" >"$1.$$"
  mv -f -- "$1.$$" "$1"
}

# is_current STAMP DIRECTORY: succeeds if the sources are those of which the stamp was written.
is_current() {
  local stamp=() time=
  [ -e "$1" ] && mapfile -t stamp <"$1"
  [ ${#stamp[@]} -gt 2 ] || return 1
  ! are_unchanged "$2" "${stamp[0]}" "${stamp[@]:2}" || return 0
  [ ! -w "${1%/*}" ] || time=$(print_time "$1.$$")
  [ "$(digest "$2" "${stamp[@]:2}")" = "${stamp[1]}" ] || return 1
  [ -z "$time" ] || write_stamp "$1" "$time" "${stamp[@]:1}"
}

# Prints what a JVM compares before it uses a class archive: the names, sizes and times of the jars.
print_archived() { LC_ALL=C stat -c '%n %s %y' -- "$lib"/*.jar "$java_home/release"; }

# is_archive_current ARCHIVE: succeeds if it is of these jars and this JDK, or could not be made of them.
is_archive_current() { [ -e "$1.of" ] && [ "$(<"$1.of")" = "$(print_archived)" ]; }

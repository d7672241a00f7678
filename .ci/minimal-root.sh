# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A new minimal Debian in which nothing is installed, for the scripts that read this file. It is removed at
# their end.

[ "$(id -u)" = 0 ] || { echo "$0 makes a system of its own: run it as root" >&2 && exit 1; }
command -v mmdebstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq mmdebstrap; }

work=$(mktemp -d /var/tmp/colophon-fresh-root.XXXXXX)
readonly work root=$work/root
inside=
# The mounts are in a namespace of the processes inside, and end with them.
clean_up() {
  [ -z "$inside" ] || { kill -KILL "$inside" && wait "$inside"; } 2>/dev/null || true
  rm -rf --one-file-system -- "$work"
}
trap clean_up EXIT
trap 'exit 143' HUP INT TERM

# Prints the package sources of this machine.
list_sources() {
  find /etc/apt/sources.list /etc/apt/sources.list.d -name '*.list' -o -name '*.sources' 2>/dev/null |
    while read -r file; do
      ! grep -Eq '^(deb |Types:)' "$file" || echo "$file"
    done
}

# bootstrap TARGET OPTION...: by mmdebstrap, into a directory or a tar file.
bootstrap() {
  local sources release
  mapfile -t sources < <(list_sources)
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  apt-config dump | grep '^Acquire::.*"[^"]' >"$work/apt.conf" || true
  mmdebstrap --quiet --mode=root --variant=minbase --aptopt="$work/apt.conf" "${@:2}" \
    "$release" "$1" "${sources[@]}"
}

make_root() {
  bootstrap "$root"
  cp -- "$work/apt.conf" "$root/etc/apt/apt.conf.d/90fresh-root"
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/fresh-root" # the root is removed anyway
  copy_in /etc/apt/auth.conf /etc/apt/auth.conf.d /etc/resolv.conf /etc/hosts \
    /usr/local/share/ca-certificates
}

# copy_in FILE...: to the same place in the new system, if it exists.
copy_in() {
  local file
  for file in "$@"; do
    [ -e "$file" ] || continue
    mkdir -p -- "$root$(dirname -- "$file")"
    cp -RLT --preserve=mode -- "$file" "$root$file"
  done
}

# enter DIRECTORY COMMAND...: with a root of its own. With a mere chroot, Linux refuses user namespaces.
enter() {
  local variables=(MAVEN_OPTS=-XX:TieredStopAtLevel=1) name # builds faster
  for name in TERM http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY MAVEN_ARGS; do
    [ -z "${!name:-}" ] || variables+=("$name=${!name}")
  done
  # shellcheck disable=SC2016 # the shell inside expands it
  unshare --mount --propagation private --pid --fork --kill-child bash -euc '
    cd -- "$1"
    mount --bind . .
    cd -- "$1" # into the mount
    mount -t proc proc proc
    mount --rbind /sys sys
    mount --rbind /dev dev
    pivot_root . mnt
    cd /
    umount -l /mnt
    cd -- "$2"
    exec env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${@:3}"
  ' fresh-root "$root" "$1" "${variables[@]}" "${@:2}" &
  inside=$!
  wait "$inside"
}

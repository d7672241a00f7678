# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the launcher of a checkout and the start script of a distribution share. The script that reads
# this file has set root (Colophon's directory), jvm (the directory of this file), lib (that of the jars)
# and native (that of RocksDB's library).

readonly MIN_JAVA=17
readonly STORE_TROUBLE=3

say() { printf 'colophon: %s\n' "$*" >&2; }

die() {
  say "$@"
  exit "$STORE_TROUBLE"
}

# Prints the major version of the JDK in a directory, or nothing.
java_version() {
  local line
  [ -x "$1/bin/java" ] && [ -r "$1/release" ] || return 0
  while read -r line; do
    if [[ $line =~ ^JAVA_VERSION=\"(1\.)?([0-9]+) ]]; then
      echo "${BASH_REMATCH[2]}"
      return
    fi
  done <"$1/release"
}

# Prints "VERSION HOME" for every JDK of a usable version.
list_jdks() {
  local home version on_path
  on_path=$(readlink -f -- "$(command -v java || true)" || true)
  for home in "${COLOPHON_JAVA_HOME:-}" "${JAVA_HOME:-}" "${on_path%/bin/java}" \
    "${COLOPHON_JVM_DIRECTORY:-/usr/lib/jvm}"/*; do
    version=$(java_version "$home")
    [ "${version:-0}" -ge "$MIN_JAVA" ] && printf '%s %s\n' "$version" "$home"
  done
  true
}

# Sets java_home to the JDK to run on: what the environment says, or the newest found.
find_jdk() {
  local asked=${COLOPHON_JAVA_HOME:-${JAVA_HOME:-}} version home
  java_home=
  if [ -n "$asked" ]; then
    java_major=$(java_version "$asked")
    if [ "${java_major:-0}" -ge "$MIN_JAVA" ]; then
      java_home=$asked
      return
    fi
    say "ignoring $asked: no JDK of version $MIN_JAVA or later"
  fi
  java_major=0
  while read -r version home; do
    if [ "$version" -gt "$java_major" ]; then
      java_major=$version
      java_home=$home
    fi
  done < <(list_jdks)
}

# Sets java_options for a command: those that every start shares, then those of its group.
set_java_options() {
  local size
  java_options=("-Djava.library.path=$native" "-Dcolophon.home=$root" "@$jvm/common.options")
  [ "$java_major" -lt 24 ] || java_options+=("@$jvm/java-24.options")
  [ -z "${HOME:-}" ] || java_options+=("-Duser.home=$HOME") # else Java asks the user database
  if [ -t 1 ] && [ -z "${COLUMNS:-}" ] && size=$(stty size 2>/dev/null </dev/tty); then
    java_options+=("-Dcolophon.columns=${size#* }")
  fi
  case $1 in
    serve | index) add_memory_options ;;
    import | attach | mount | adapters | cypher | bolt) ;; # with both compilers
    trace | identify)
      java_options+=("@$jvm/trace.options" "-XX:CompilerDirectivesFile=$jvm/compiler.json")
      ;;
    *) java_options+=("@$jvm/short.options") ;;
  esac
  case $1 in
    trace | serve | index | attach | mount) add_niceness "${COLOPHON_NICE:-10}" ;;
  esac
}

# Bounds the memory of a service, which would otherwise grow to a quarter of the machine. Few malloc
# arenas keep RocksDB's threads from holding freed memory.
add_memory_options() {
  local heap=${COLOPHON_MIN_HEAP_MEBIBYTES:-384} limit
  [[ ${COLOPHON_HEAP:-1g} =~ ^[1-9][0-9]*[kKmMgG]$ ]] ||
    die "COLOPHON_HEAP is '$COLOPHON_HEAP', not a size such as 2g or 512m"
  limit=$(($(memory_mebibytes) / 2))
  [ "$heap" -le "$limit" ] || heap=$limit
  java_options+=("@$jvm/service.options" "-Xmx${COLOPHON_HEAP:-${heap}m}")
  export MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-2}
}

# Prints the memory of the machine, or the lowest limit of a control group above this process.
memory_mebibytes() {
  local groups=${COLOPHON_CGROUPS:-/sys/fs/cgroup} key value controllers path directory file
  local mebibytes=1048576
  while read -r key value _; do
    [ "$key" != MemTotal: ] || mebibytes=$((value / 1024))
  done </proc/meminfo
  while IFS=: read -r _ controllers path; do
    case ,$controllers, in
      ,,) directory=$groups file=memory.max ;;
      *,memory,*) directory=$groups/memory file=memory.limit_in_bytes ;;
      *) continue ;;
    esac
    path=${path%/}
    while :; do
      value=max
      [ ! -r "$directory$path/$file" ] || read -r value <"$directory$path/$file"
      [[ ! $value =~ ^[0-9]+$ ]] || [ ${#value} -gt 15 ] || [ $((value >> 20)) -ge "$mebibytes" ] ||
        mebibytes=$((value >> 20))
      [ -n "$path" ] || break
      path=${path%/*}
    done
  done <"${COLOPHON_CGROUP_FILE:-/proc/self/cgroup}"
  echo "$mebibytes"
}

# add_niceness N: maps Java's lowest thread priority to a niceness, and all others to none. A thread
# must be able to return to its former niceness, which not every system allows even to root. A niceness
# that the user chose for the whole command stays.
add_niceness() {
  local level stat fields
  [[ $1 =~ ^(1?[0-9])$ ]] || die "COLOPHON_NICE is '$1', not a number from 0 to 19"
  if [ "$1" = 0 ] || [ "$(id -u)" != 0 ] || [ "$(nice -n 1 nice -n -1 nice 2>/dev/null)" != 0 ]; then
    return
  fi
  # A scheduling class that the user chose stays too, since a thread could not return to it.
  read -r stat </proc/$$/stat
  read -ra fields <<<"${stat##*) }"
  if [ "${fields[38]}" != 0 ]; then
    return
  fi
  java_options+=(-Dcolophon.idle=true -XX:ThreadPriorityPolicy=1 "-XX:JavaPriority1_To_OSPriority=$1")
  for level in {2..10}; do
    java_options+=("-XX:JavaPriority${level}_To_OSPriority=0")
  done
}

is_question() {
  case $1 in
    lineage | why | history | diff | show | inspect | snapshot | snapshots | status) return 0 ;;
    find | recordings | hosts | common | touched) return 0 ;;
    adapters | reporters | detach | export | --version | -V | --help | -h) return 0 ;;
    *) return 1 ;;
  esac
}

# Java takes names and arguments as text in the encoding of the locale, and outside UTF-8 cannot even
# tell apart what is not ASCII. So it is started in UTF-8. Asked is the shell, which has the locale that
# is installed, whatever the variables say. What LC_ALL was is kept for the commands that are traced:
# "=VALUE", or nothing if it was unset.
speak_utf8() {
  local euro=$'\xe2\x82\xac'
  if [ ${#euro} != 1 ]; then
    export COLOPHON_LC_ALL=${LC_ALL+=$LC_ALL}
    { export LC_ALL=C.UTF-8; } 2>/dev/null # a shell without it complains, and goes on as it was
  elif [ "${LC_ALL:-}" != C.UTF-8 ]; then
    unset COLOPHON_LC_ALL # of another launcher, around somebody who chose a locale since
  fi
}

# Records for traced commands what this shell and Java change: variables, the limit of open files,
# ignored signals, and which descriptors were inherited.
record_start() {
  local name pair key value ignored=0 limit file open=()
  for name in PWD OLDPWD SHLVL _; do
    export "COLOPHON_WAS_$name="
  done
  while IFS= read -r -d '' pair; do
    case $pair in
      PWD=* | OLDPWD=* | SHLVL=* | _=*) export "COLOPHON_WAS_${pair%%=*}==${pair#*=}" ;;
    esac
  done <"/proc/$$/environ"
  while read -r key value; do
    [ "$key" != SigIgn: ] || ignored=$value
  done <"/proc/$$/status"
  for file in "/proc/$$/fd"/*; do
    # 255 is this script. The descriptor of the directory listing is already closed.
    [ "${file##*/}" -le 2 ] || [ "${file##*/}" = 255 ] || [ ! -e "$file" ] || open+=("${file##*/}")
  done
  limit=$(ulimit -Sn)
  [ "$limit" != "$(ulimit -Hn)" ] || limit=-
  export COLOPHON_STARTED_WITH="$limit $ignored${open[*]:+ ${open[*]}}"
}

class_path() {
  local LC_ALL=C IFS=: jars # sorts alike in all locales
  jars=("$lib"/*.jar)
  printf '%s' "${jars[*]}"
}

# Sets archive_option to the archive of the classes that a command loads, if $archives has one. Questions
# have an archive of their own, since a JVM takes time for each class of its archive.
set_archive_option() {
  local file=${archives:?}/classes
  archive_option=()
  ! is_question "$1" || file=$archives/questions
  if [ -e "$file.aot" ]; then
    archive_option=("-XX:AOTCache=$file.aot")
  elif [ -e "$file.jsa" ]; then
    archive_option=("-XX:SharedArchiveFile=$file.jsa")
  fi
}

# start ARG...: replaces this process by Java on java_home. The directory archives has the class archives.
start() {
  unset COLOPHON_STARTED_WITH
  [ "${1:-}" != trace ] || record_start
  set_java_options "${1:-}"
  set_archive_option "${1:-}"
  # shellcheck disable=SC2086 # several options in one variable are meant to be split
  exec "$java_home/bin/java" "${java_options[@]}" "${archive_option[@]}" ${COLOPHON_JAVA_OPTS:-} \
    -cp "$(class_path)" org.colophon.cli.Main "$@"
}

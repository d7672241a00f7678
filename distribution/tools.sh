# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034 # other scripts use these variables
# What the scripts of developers share: system packages, the JDK to build with, and Maven. Sets root, the
# directory of the checkout.

root=$(readlink -f -- "${BASH_SOURCE[0]}") root=${root%/distribution/*}
readonly state=$root/target/build jvm=$root/cli/src/main/jvm
readonly lib=$root/cli/target/lib native=$root/cli/target/native

# shellcheck source=cli/src/main/jvm/start.sh
. "$jvm/start.sh"
# shellcheck source=distribution/freshness.sh
. "$root/distribution/freshness.sh"

# usage_error MESSAGE
usage_error() {
  say "$1; see ./${0##*/} --help"
  exit 2
}

# The Debian packages that bring a command or file, one a line. Headers come with the compilers, since
# recommended packages are not installed.
package_of() {
  case $1 in
    gcc | clang) printf '%s\n' "$1" libc6-dev ;;
    ip) echo iproute2 ;;
    ps) echo procps ;;
    setcap) echo libcap2-bin ;;
    dot) echo graphviz ;;
    ar) echo binutils ;;
    mvn) echo maven ;;
    npx) echo npm ;;
    jdk) echo default-jdk-headless ;;
    fusermount3) echo fuse3 ;;
    /usr/share/java/db.jar) echo libdb5.3-java ;;
    mariadbd) echo mariadb-server-core ;;
    mariadb) echo mariadb-client-core ;;
    chromedriver) echo chromium-driver ;;
    libaio) echo libaio1 ;;
    /usr/include/bpf/bpf_helpers.h) echo libbpf-dev ;;
    *) echo "$1" ;;
  esac
}

is_there() {
  case $1 in
    /*) [ -e "$1" ] ;;
    gcc | clang) command -v -- "$1" >/dev/null && [ -e /usr/include/stdio.h ] ;;
    jdk) [ -n "$(build_jdk)" ] ;;
    python3-venv) python3 -c 'import ensurepip, venv' 2>/dev/null ;;
    llvm-dev) ls /usr/include/llvm-*/llvm/Passes/PassPlugin.h >/dev/null 2>&1 ;;
    libaio) ls /usr/lib/*/libaio.so.1 >/dev/null 2>&1 ;;
    libfuse2) ls /usr/lib/*/libfuse.so.2 >/dev/null 2>&1 ;;
    postgresql) ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 ;; # clients alone do not do
    *) command -v -- "$1" >/dev/null ;;
  esac
}

may_install_packages() {
  [ -z "${COLOPHON_NO_INSTALL:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null
}

# install_packages PACKAGE...: by apt-get, quietly; what it said is shown only when it failed.
install_packages() {
  local log status=0
  log=$(mktemp)
  say "installing $* (apt-get) ..."
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y -qq --no-install-recommends "$@" >"$log" 2>&1 ||
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } >>"$log" 2>&1 ||
    status=$?
  [ "$status" = 0 ] || cat -- "$log" >&2
  rm -f -- "$log"
  return "$status"
}

# need WHY COMMAND...: makes sure that the commands are there, or ends with what to type.
need() {
  local why=$1 packages=() name
  shift
  for name in "$@"; do
    is_there "$name" || mapfile -t -O "${#packages[@]}" packages < <(package_of "$name")
  done
  [ ${#packages[@]} = 0 ] && return
  if may_install_packages; then
    install_packages "${packages[@]}" || die "could not install ${packages[*]}, which $why needs"
  else
    die "$why needs ${packages[*]}. To install: sudo apt-get install -y ${packages[*]}"
  fi
}

# Extracts MariaDB's audit plug-in from its package, which would start a server if installed.
need_server_audit() {
  local file=usr/lib/mysql/plugin/server_audit.so directory
  [ ! -e "/$file" ] || return 0
  may_install_packages || die "this needs /$file, of the package mariadb-server"
  say "installing server_audit.so of mariadb-server (apt-get download) ..."
  directory=$(mktemp -d)
  chmod 755 -- "$directory"
  (cd -- "$directory" && apt-get download -qq mariadb-server && dpkg-deb -x mariadb-server_*.deb .) >&2 ||
    die "could not get mariadb-server"
  install -D -m 644 -- "$directory/$file" "/$file"
  rm -rf -- "$directory"
}

# Tools that build the kernel programs of the eBPF reporter.
need_for_kernel_events() { need "tracing with kernel events" clang bpftool /usr/include/bpf/bpf_helpers.h; }

# Tools that build the plug-in of the compiler and the tool that follows bytes.
need_for_inside() { need "looking inside programs" clang llvm-dev gcc valgrind; }

# Sets java_home to the JDK to run on, which is installed if there is none.
require_jdk() {
  find_jdk
  [ -z "$java_home" ] || return 0
  say "no JDK found; Colophon needs version $MIN_JAVA or later" \
    "(looked at JAVA_HOME, PATH and ${COLOPHON_JVM_DIRECTORY:-/usr/lib/jvm})"
  need Colophon jdk
  find_jdk
}

# Prints the JDK to build with: the oldest usable one with a compiler, which all build tools know.
build_jdk() {
  local version home
  list_jdks | sort -n | while read -r version home; do
    if [ -x "$home/bin/javac" ]; then
      echo "$home"
      return
    fi
  done
}

readonly maven_command=(mvn -B -ntp -Dstyle.color=never)

# maven ARG...: in the checkout, on the build JDK.
maven() { for_maven "${maven_command[@]}" "$@"; }

# for_maven COMMAND...: with Maven's variables. Jansi would write an escape code at the end.
for_maven() {
  (cd -- "$root" && JAVA_HOME=$(build_jdk) MAVEN_OPTS="-Djansi.noreset=true ${MAVEN_OPTS:-}" "$@")
}

# Prints all modules, one a line.
list_modules() { sed -n 's|^ *<module>\(.*\)</module>$|\1|p' "$root/pom.xml"; }

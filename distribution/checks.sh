# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the smoke tests share. A test that reads this file ends with exit "$failed".

# shellcheck disable=SC2034 # the reader uses it
failed=0

# check TITLE PATTERN COMMAND...: the output has a line that matches, whatever the status.
check() {
  local output begin=$SECONDS
  output=$("${@:3}" 2>&1) || true
  if grep -Eq -- "$2" <<<"$output"; then
    echo "ok    $1 ($((SECONDS - begin)) s)"
  else
    failed=1
    printf 'FAIL  %s: no line matches %s\n%s\n' "$1" "$2" "$output"
  fi
}

install_packages() {
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"; } >/tmp/apt.log 2>&1 && return
  failed=1
  printf 'FAIL  packages %s\n' "$*"
  cat /tmp/apt.log
}

# health_until PATTERN [HEADER]: asks the service on the loopback until a line of its answer matches, at most a
# minute. Prints the last answer.
health_until() {
  local answer='' end=$((SECONDS + 60))
  while [ "$SECONDS" -lt "$end" ]; do
    answer=$(ask_health "${2:-Host: localhost}" 2>&1) || true
    ! grep -Eq -- "$1" <<<"$answer" || break
    sleep 0.2
  done
  printf '%s\n' "$answer"
}

# ask_health HEADER
ask_health() {
  exec 3<>/dev/tcp/127.0.0.1/7979
  printf 'GET /healthz HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n' "$1" >&3
  tr -d '\r' <&3
  exec 3>&-
}

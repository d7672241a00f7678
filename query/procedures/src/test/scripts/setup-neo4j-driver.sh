#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes a Python environment with Neo4j's driver, with which the Bolt tests log in.
# usage: setup-neo4j-driver.sh [DIRECTORY]; prints the interpreter to give as COLOPHON_TEST_BOLT_PYTHON
set -eu
here=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$here/target/bolt-venv}
if ! "$venv/bin/python" -c 'import neo4j, sys; sys.exit(neo4j.__version__ != "6.4.1")' 2>/dev/null; then
  python3 -m venv "$venv" >&2 || {
    echo "python3 with its venv module is needed: apt-get install python3-venv" >&2
    exit 1
  }
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'neo4j==6.4.1' >&2
fi
echo "$venv/bin/python"

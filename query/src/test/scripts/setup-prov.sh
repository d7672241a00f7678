#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes a Python environment with the PROV library that the export tests compare against.
# usage: setup-prov.sh [DIRECTORY]; prints the interpreter to give as COLOPHON_TEST_PYTHON
set -eu
here=$(cd "$(dirname "$0")/../../.." && pwd)
venv=${1:-$here/target/prov-venv}
if ! "$venv/bin/python" -c 'import prov, sys; sys.exit(prov.__version__ != "3.2.3")' 2>/dev/null; then
  python3 -m venv "$venv" >&2 || {
    echo "python3 with its venv module is needed: apt-get install python3-venv" >&2
    exit 1
  }
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check 'prov==3.2.3' >&2
fi
echo "$venv/bin/python"

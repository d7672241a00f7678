# SPDX-License-Identifier: Apache-2.0
"""Fails if a test was skipped that has no line in the list of those that may be.

Usage: check_skipped.py ROOT ALLOWED SINCE. Reads the XML reports of Surefire and Failsafe below ROOT
that are newer than the file SINCE. A line of ALLOWED is a part of "CLASS.METHOD: MESSAGE" and, after
a '#', the reason why that test may be skipped.
"""

import pathlib
import sys
import xml.etree.ElementTree


def skipped(root, since):
    """Yields "CLASS.METHOD: MESSAGE" for each test that was skipped."""
    for report in sorted(root.glob("**/target/*-reports/TEST-*.xml")):
        if report.stat().st_mtime < since:
            continue
        for case in xml.etree.ElementTree.parse(report).iter("testcase"):
            mark = case.find("skipped")
            if mark is not None:
                text = mark.get("message") or (mark.text or "").strip().split("\n")[0]
                yield f"{case.get('classname')}.{case.get('name')}: {text}"


def main(root, allowed, since):
    lines = pathlib.Path(allowed).read_text().splitlines()
    parts = [part for part in (line.split("#")[0].strip() for line in lines) if part]
    found = skipped(pathlib.Path(root), pathlib.Path(since).stat().st_mtime)
    unexpected = [test for test in found if not any(part in test for part in parts)]
    if unexpected:
        print("Skipped, although this machine should run them:", *unexpected, sep="\n  ")
        print(f"Install what they need, or add a line with the reason to {allowed}.")
        sys.exit(1)


main(*sys.argv[1:])

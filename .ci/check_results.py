# SPDX-License-Identifier: Apache-2.0
"""Prints the tests that failed, and those that were skipped without a line in the list of those that may be.

Usage: check_results.py ROOT ALLOWED SINCE. Reads the XML reports of Surefire and Failsafe below ROOT
that are newer than the file SINCE, and fails if a test is printed or there is no report. A line of
ALLOWED is a part of "CLASS.METHOD: MESSAGE" and, after a '#', the reason why that test may be skipped.
"""

import pathlib
import sys
import xml.etree.ElementTree

STACK_LINES = 12


def read_cases(root, since):
    """Returns pairs of "CLASS.METHOD" and the element of the test in a report."""
    return [
        (f"{case.get('classname')}.{case.get('name')}", case)
        for report in sorted(root.glob("**/target/*-reports/TEST-*.xml"))
        if report.stat().st_mtime >= since
        for case in xml.etree.ElementTree.parse(report).iter("testcase")
    ]


def describe_failures(cases):
    """Yields a text for each failed test, with the first lines of its stack."""
    for name, case in cases:
        for mark in [*case.findall("failure"), *case.findall("error")]:
            lines = (mark.text or mark.get("message") or "").strip().split("\n")
            yield "\n    ".join([name, *lines[:STACK_LINES]])


def list_skipped(cases, allowed):
    """Yields "CLASS.METHOD: MESSAGE" for each skipped test that is not allowed."""
    for name, case in cases:
        mark = case.find("skipped")
        if mark is not None:
            text = mark.get("message") or (mark.text or "").strip().split("\n")[0]
            if not any(part in f"{name}: {text}" for part in allowed):
                yield f"{name}: {text}"


def main(root, allowed, since):
    lines = [line.split("#")[0].strip() for line in pathlib.Path(allowed).read_text().splitlines()]
    cases = read_cases(pathlib.Path(root), pathlib.Path(since).stat().st_mtime)
    failed = list(describe_failures(cases))
    skipped = list(list_skipped(cases, [line for line in lines if line]))
    if not cases:
        print(f"No test wrote a report below {root}.")
    if failed:
        print(f"Failed, of {len(cases)} tests:", *failed, sep="\n  ")
    if skipped:
        print("Skipped, although this machine should run them:", *skipped, sep="\n  ")
        print(f"Install what they need, or add a line with the reason to {allowed}.")
    sys.exit(not cases or bool(failed or skipped))


main(*sys.argv[1:])

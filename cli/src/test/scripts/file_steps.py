# SPDX-License-Identifier: Apache-2.0
"""Runs steps from a file, each in a process of its own: OPERATION, FROM and TO, separated by tabs.

A step makes the system calls of a known program, such as an editor, rsync or tar.
"""

import os
import sys


def read(path):
    descriptor = os.open(path, os.O_RDONLY)
    data = os.read(descriptor, 1 << 16)
    os.close(descriptor)
    return data


def write(path, data, flags):
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | flags, 0o644)
    os.write(descriptor, data)
    os.close(descriptor)


def remove(path):
    if os.path.exists(path):
        os.unlink(path)


def keep_time(source, target):
    status = os.stat(source)
    os.utime(target, ns=(status.st_mtime_ns, status.st_mtime_ns))


def copy(source, target):
    write(target, read(source), os.O_TRUNC)


def copy_with_time(source, target):
    copy(source, target)
    keep_time(source, target)


def append(source, target):
    write(target, read(source), os.O_APPEND)


def save(source, target):
    """As editors do."""
    write(target + ".new", read(source), os.O_EXCL)
    os.rename(target + ".new", target)


def synchronize(source, target):
    """As rsync -a does."""
    write(target + ".new", read(source), os.O_EXCL)
    keep_time(source, target + ".new")
    os.rename(target + ".new", target)


def check_out(source, target):
    """As git checkout does: the new file often gets the inode number of the removed one."""
    data = read(source)
    remove(target)
    write(target, data, os.O_EXCL)


def extract(source, target):
    """As tar -x does."""
    check_out(source, target)
    keep_time(source, target)


def move_across(source, target):
    """As mv does between file systems."""
    extract(source, target)
    os.unlink(source)


def swap(one, other):
    os.rename(one, one + ".old")
    os.rename(other, one)
    os.rename(one + ".old", other)


def touch(nanos, path):
    os.utime(path, ns=(int(nanos), int(nanos)))


OPERATIONS = {
    "copy": copy,
    "copy-with-time": copy_with_time,
    "append": append,
    "save": save,
    "synchronize": synchronize,
    "check-out": check_out,
    "extract": extract,
    "move-across": move_across,
    "swap": swap,
    "touch": touch,
    "rename": os.rename,
    "link": os.link,
    "remove": lambda _, path: os.unlink(path),
}


def main():
    with open(sys.argv[1], encoding="utf-8") as script:
        lines = script.read().splitlines()
    for line in lines:
        operation, source, target = line.split("\t")
        child = os.fork()
        if child == 0:
            OPERATIONS[operation](source, target)
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            sys.exit("failed: " + line)


main()

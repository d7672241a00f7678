# SPDX-License-Identifier: Apache-2.0
"""Changes files in the working directory, each in a process of its own.

Usage: work.py OPERATIONS SEED. Prints "NUMBER KIND PID FILE" after each operation was acknowledged,
and waits for a line of the caller, who notes the position of the disk. A file contains its number.
"""
import os
import random
import sys


def content(number):
    return (b"operation %6d\n" % number) * random.choice((1, 100, 1000))


def fsync(number, name):
    with open(name, "wb", buffering=0) as file:
        file.write(content(number))
        os.fsync(file.fileno())


def close(number, name):
    with open(name, "wb", buffering=0) as file:
        file.write(content(number))


def dsync(number, name):
    file = os.open(name, os.O_CREAT | os.O_WRONLY | os.O_DSYNC, 0o644)
    os.write(file, content(number))
    os._exit(0)  # the close is not acknowledged


def rename(number, name):
    with open(name + ".part", "wb", buffering=0) as file:
        file.write(content(number))
        os.fsync(file.fileno())
    os.rename(name + ".part", name)
    directory = os.open(".", os.O_RDONLY)
    os.fsync(directory)


def unsynced(number, name):
    file = os.open(name, os.O_CREAT | os.O_WRONLY, 0o644)
    os.write(file, content(number))


def main():
    random.seed(sys.argv[2])
    for number in range(int(sys.argv[1])):
        operation = random.choice((fsync, close, dsync, rename, unsynced))
        old = operation in (fsync, close, dsync) and random.random() < 0.3
        name = "%s%d" % ("old" if old else "new", number)
        child = os.fork()
        if child == 0:
            operation(number, name)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status != 0:
            sys.exit("operation %d failed" % number)
        print(number, operation.__name__, child, name, flush=True)
        if not sys.stdin.readline():
            sys.exit("nobody reads the acknowledgements")


main()

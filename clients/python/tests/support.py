# SPDX-License-Identifier: Apache-2.0
"""A service for each test class, with a store and a directory of files of its own."""

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import colophon
from colophon import _run, _watch


class ServedCase(unittest.TestCase):
    config = ""  # of the service

    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.directory = Path(cls.stack.enter_context(tempfile.TemporaryDirectory())).resolve()
        cls.store = cls.directory / "store"
        os.environ["COLOPHON_STORE"] = str(cls.store)
        cls.start()

    @classmethod
    def tearDownClass(cls):
        cls.end_session()
        cls.stop()
        cls.stack.close()

    @staticmethod
    def end_session():
        if _run._reporter is not None and _run._reporter.usable:
            _run._reporter.close()

    @classmethod
    def start(cls):
        """Starts the service and waits until it reports its address."""
        arguments = []
        if cls.config:
            (cls.directory / "colophon.yaml").write_text(cls.config)
            arguments = ["--config", str(cls.directory / "colophon.yaml")]
        with _watch.silence():  # a unit may be open
            cls.service = subprocess.Popen(["colophon", "serve", *arguments], stderr=subprocess.PIPE)
        for line in cls.service.stderr:
            if b"listen" in line:
                break
        else:
            raise AssertionError(f"the service ended with {cls.service.wait()}")
        cls.log = threading.Thread(target=cls.service.stderr.read)
        cls.log.start()

    @classmethod
    def stop(cls, how=signal.SIGTERM):
        cls.service.send_signal(how)
        cls.service.wait()
        cls.log.join()
        cls.service.stderr.close()

    def path(self, name, content=None):
        """Returns a path in a directory of this test; with content, of a file."""
        path = self.directory / self._testMethodName / name
        path.parent.mkdir(exist_ok=True)
        if content is not None:
            path.write_text(content)
        return path

    def origins(self, path, **options):
        """Returns the names, without directory, of the files among the origins."""
        names = colophon.lineage(path, data_only=True, all=True, **options).files
        below = f"{self.directory / self._testMethodName}/"
        return {each[len(below) :] for each in names if each.startswith(below)} - {Path(path).name}


def copy(source, target, mode="w"):
    with open(source) as reading, open(target, mode) as writing:
        writing.write(reading.read())

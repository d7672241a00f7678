# SPDX-License-Identifier: Apache-2.0
import json
import os
import unittest.mock

import colophon
from support import ServedCase


def ask(path, *arguments, **options):
    service = colophon.Service(*arguments, **options)
    try:
        return service.ask("GET", path)
    finally:
        service.close()


class ReportTest(ServedCase):
    config = "listen:\n  tcp: 127.0.0.1:0\n"

    def test_reports_over_tcp_with_the_token_of_the_store(self):
        port = json.loads((self.store / "service.json").read_text())["tcpPort"]
        with colophon.Reporter(service=colophon.Service(f"http://127.0.0.1:{port}")) as reporter:
            reporter.report(op="process", id="p")
            reporter.report(op="write", process="p", path=str(self.path("out", "1")))
        self.assertEqual(2, len(colophon.lineage(self.path("out")).nodes))

        with self.assertRaisesRegex(colophon.Refused, "token"):
            ask("/v1/status", f"http://127.0.0.1:{port}", token="wrong")

    def test_refuses_plain_http_to_other_hosts(self):
        with self.assertRaisesRegex(ValueError, "https://HOST:PORT"):
            ask("/v1/status", "http://example.org:7400")

    def test_refuses_a_socket_of_another_user(self):
        with unittest.mock.patch("colophon._service.struct.unpack", return_value=(1, 4711, 1)):
            with self.assertRaisesRegex(colophon.Refused, "untrusted user 4711"):
                ask("/v1/status")

    def test_counts_refused_operations_as_gap(self):
        out = self.path("out", "1")
        with self.assertLogs("colophon", "WARNING"), colophon.Reporter() as reporter:
            reporter.report(op="process", id="p")
            reporter.report(op="write", process="p", path=str(out))
            reporter.report(op="wriet", process="p", path=str(out))
            reporter.flush()
            self.assertEqual(1, reporter.refused)
        self.assertTrue(colophon.lineage(out).incomplete)

    def test_refuses_use_in_a_forked_child(self):
        reporter = colophon.Reporter()
        with unittest.mock.patch("os.getpid", return_value=os.getpid() + 1):
            with self.assertRaisesRegex(RuntimeError, "make another one"):
                reporter.report(op="process", id="p")
        reporter.close()

    def test_records_each_line_once_while_the_service_restarts(self):
        with colophon.Reporter("many", batch=50, patience=300) as reporter:
            reporter.report(op="process", id="p", pid=1)
            for i in range(1000):
                if i % 500 == 0:
                    reporter.flush()
                reporter.report(op="write", process="p", path=f"/many/{i}", bytes=1)
                if i % 500 == 300:
                    self.stop()
                    self.start()
        self.assertEqual(0, reporter.refused)
        self.assertEqual(1001, ask("/v1/sources/many")["acknowledged"])

    def test_removes_the_source_of_a_single_run(self):
        with colophon.Reporter("run-once") as reporter:
            reporter.report(op="process", id="p")
        self.assertNotIn("run-once", json.dumps(ask("/v1/sources")))

    def test_sends_units_whole_and_raises_if_one_is_refused(self):
        reporter = colophon.Reporter(batch=2)
        self.assertEqual(b"", reporter.where("my log"))
        reporter.report(op="process", id="p", pid=1)

        def unit(position):
            reporter.report(op="begin")
            for i in range(3):
                reporter.report(op="write", process="p", path=f"/unit/{position[:2]}/{i}")
            reporter.report(op="position", source="my log", position=position)
            return reporter.where("my log")

        self.assertEqual(b"12", unit("12"))
        self.assertIn("written", {each.kind for each in colophon.history("/unit/12/2").rows})
        with self.assertRaisesRegex(colophon.Refused, "accepts no further lines of .*position"):
            unit("x" * 5000)
        with self.assertRaises(colophon.Refused):
            reporter.close()

    def test_separates_processes_from_objects_with_the_same_ids(self):
        with colophon.Reporter(batch=1) as reporter:
            for i in "012":
                reporter.report(op="process", id=i, pid=1, executable=f"/bin/prog{i}")
            for i in "210":
                reporter.report(op="object", id=i, path=f"/same/{i}")
            reporter.report(op="write", process="1", object="1")
            reporter.report(op="derive", effect="0", cause="1")
            reporter.report(op="link", effect="0", cause="1")
            reporter.report(op="write", process="0", object="0")
        self.assertEqual(0, reporter.refused)
        names = {each.name for each in colophon.lineage("/same/0", all=True).nodes}
        self.assertEqual({"/same/0", "/bin/prog0", "/same/1", "/bin/prog1"}, names)

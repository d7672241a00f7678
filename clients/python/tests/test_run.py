# SPDX-License-Identifier: Apache-2.0
import os
import signal
import subprocess
import sys
import threading
import unittest
from pathlib import Path

import colophon
from support import ServedCase, copy


class RunTest(ServedCase):
    def test_records_files_that_code_opens(self):
        a, out = self.path("a", "content"), self.path("out")
        with colophon.run("clean"):
            copy(a, out)

        answer = colophon.lineage(out)
        self.assertEqual([str(out), str(a)], answer.files)
        self.assertIn("clean", [each.name for each in answer.nodes if each.type == "process"])
        self.assertTrue(answer.incomplete)
        self.assertIn("not_traced", {gap["cause"] for gap in answer.raw["summary"]["gaps"]})

    def test_excludes_what_only_an_earlier_unit_read(self):
        a, b, out = self.path("a", "1"), self.path("b", "2"), self.path("out")
        with colophon.run("first") as first:
            a.read_text()
        with colophon.run("second"):
            copy(b, out)
        self.assertEqual({"b"}, self.origins(out))

        with colophon.run("third", uses=[first]):
            copy(b, out)
        self.assertEqual({"a", "b"}, self.origins(out))

    def test_includes_what_a_unit_reads_after_it_opened_its_output(self):
        a, out = self.path("a", "1"), self.path("out")
        with colophon.run("late"), open(out, "w") as writing:
            writing.write(a.read_text())
        self.assertEqual({"a"}, self.origins(out))

    def test_passes_data_between_nested_units(self):
        a, b, inner, outer = self.path("a", "1"), self.path("b", "2"), self.path("inner"), self.path("outer")
        with colophon.run("outer"):
            a.read_text()
            with colophon.run("inner"):
                copy(b, inner)
            outer.write_text("3")
        self.assertEqual({"a", "b"}, self.origins(inner))
        self.assertEqual({"a", "b"}, self.origins(outer))

    def test_forgets_content_that_was_cut_off(self):
        a, b, out = self.path("a", "1"), self.path("b", "2"), self.path("out")
        with colophon.run("one"):
            copy(a, out)
        with colophon.run("two"):
            copy(b, out)
        self.assertEqual({"b"}, self.origins(out))
        with colophon.run("three"):
            copy(a, out, mode="a")
        self.assertEqual({"a", "b"}, self.origins(out))

    def test_follows_renamed_and_removed_files(self):
        a, b, part, out = self.path("a", "1"), self.path("b", "2"), self.path("part"), self.path("out", "0")
        with colophon.run("replaced"):
            copy(a, part)
            os.replace(part, out)
        self.assertEqual({"a"}, self.origins(out))
        with colophon.run("removed"):
            out.unlink()
        with colophon.run("made again"):
            copy(b, out)
        self.assertEqual({"b"}, self.origins(out))

    def test_lets_later_units_write_files_that_are_still_open(self):
        a, out = self.path("a", "1"), self.path("out")
        with colophon.run("opens"):
            writing = open(out, "w")
        with colophon.run("writes"):
            writing.write(a.read_text())
            writing.close()
        self.assertEqual({"a"}, self.origins(out))

    def test_attributes_threads_to_the_open_unit(self):
        a, out = self.path("a", "1"), self.path("out")
        with colophon.run("threads"):
            thread = threading.Thread(target=copy, args=(a, out))
            thread.start()
            thread.join()
        self.assertEqual({"a"}, self.origins(out))

    def test_nests_units_of_other_threads_in_the_open_unit(self):
        a, b, inner, outer = self.path("a", "1"), self.path("b", "2"), self.path("inner"), self.path("outer")

        def work():
            with colophon.run("inner"):
                copy(b, inner)

        with colophon.run("outer"):
            a.read_text()
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
            outer.write_text("3")
        self.assertEqual({"a", "b"}, self.origins(inner))
        self.assertEqual({"a", "b"}, self.origins(outer))

    def test_names_programs_that_a_unit_started(self):
        out = self.path("out")
        with colophon.run("starts"):
            result = subprocess.run(["echo", "hello"], stdout=subprocess.PIPE)
            out.write_bytes(result.stdout)
        self.assertIn(["echo", "hello"], [each.raw.get("arguments") for each in colophon.lineage(out).nodes])

    def test_records_databases_of_sqlite(self):
        import sqlite3

        a, base, out = self.path("a", "1"), self.path("base"), self.path("out")
        with colophon.run("fill"):
            connection = sqlite3.connect(base)
            connection.execute("create table t (x)")
            connection.execute("insert into t values (?)", (a.read_text(),))
            connection.commit()
            connection.close()
        with colophon.run("ask"):
            connection = sqlite3.connect(base)
            out.write_text(str(connection.execute("select * from t").fetchall()))
            connection.close()
        self.assertEqual({"a", "base"}, self.origins(out))

    def test_records_explicit_reports_alone(self):
        a, b, out = self.path("a", "1"), self.path("b", "2"), self.path("out")
        with colophon.run("explicit", watch=False, complete=True) as run:
            copy(b, self.path("unseen"))
            Path(run.reads(a)).read_text()
            run.reads("https://example.org/data.csv")
            Path(run.writes(out)).write_text("1")
        answer = colophon.lineage(out, all=True)
        self.assertIn("https://example.org/data.csv", answer.files)
        self.assertEqual({"a"}, self.origins(out))
        self.assertFalse(answer.incomplete)

    def test_reports_to_the_unit_around_it(self):
        out = self.path("out", "1")
        with colophon.run("around", watch=False):
            colophon.current().reads(self.path("a", "1"))
            colophon.current().writes(out)
        self.assertEqual({"a"}, self.origins(out))
        with self.assertRaisesRegex(LookupError, "begin one"):
            colophon.current()

    def test_keeps_names_that_are_not_text(self):
        odd = os.fsencode(self.path("caf")) + b"\xe9"
        other = os.fsencode(self.path("caf")) + b"\xe8"
        out = self.path("out")
        for each in (odd, other):
            with open(each, "w") as writing:
                writing.write("1")
        with colophon.run("odd"):
            copy(odd, out)
        self.assertEqual([str(out), os.fsdecode(odd)], colophon.lineage(out).files)

    def test_notices_changes_that_were_not_recorded(self):
        a, b, out = self.path("a", "1"), self.path("b"), self.path("out")
        with colophon.run("one"):
            copy(a, b)
        b.write_text("edited by hand")
        with colophon.run("two"):
            copy(b, out)
        self.assertEqual({"b"}, self.origins(out))
        read = [each.raw for each in colophon.lineage(out).nodes if each.name == str(b)]
        self.assertEqual([0], [each["start"]["process"] for each in read])

    def test_records_failed_units(self):
        out = self.path("out")
        with self.assertRaises(ZeroDivisionError), colophon.run("fails"):
            out.write_text("1")
            1 / 0
        self.assertIn(1, [each.raw.get("exitStatus") for each in colophon.lineage(out).nodes])

    def test_does_not_record_forked_children(self):
        a, out = self.path("a", "1"), self.path("out")
        with colophon.run("forks"):
            child = os.fork()
            if child == 0:
                copy(a, self.path("child"))
                os._exit(0)
            self.assertEqual(0, os.waitpid(child, 0)[1])
            out.write_text("1")
        self.assertEqual(set(), self.origins(out))

    def test_connects_units_of_forked_children(self):
        a, out = self.path("a", "1"), self.path("out")
        with colophon.run("parent"):
            a.read_text()
            child = os.fork()
            if child == 0:
                with colophon.run("child"):
                    out.write_text("1")
                os._exit(0)
            self.assertEqual(0, os.waitpid(child, 0)[1])
        self.assertEqual({"a"}, self.origins(out))

    def test_records_the_script_as_code_of_its_units(self):
        script = self.path("script.py", "import colophon\nwith colophon.run('u'):\n    open('made', 'w').close()\n")
        subprocess.run([sys.executable, str(script)], check=True, cwd=script.parent)
        self.assertIn(str(script), colophon.lineage(script.parent / "made", all=True).files)

    def test_continues_after_the_service_was_killed(self):
        a, out = self.path("a", "1"), self.path("out")
        with colophon.run("interrupted", reporter=colophon.Reporter(patience=300)):
            self.stop(signal.SIGKILL)
            copy(a, out)
            self.start()
        self.assertEqual({"a"}, self.origins(out))

    def test_raises_at_the_end_if_the_service_does_not_return(self):
        reporter = colophon.Reporter(patience=0.1)
        with self.assertRaisesRegex(ConnectionError, "gave up on the service of .*check that it runs"):
            with colophon.run("lost", reporter=reporter):
                self.stop()
                self.path("out").write_text("1")
        self.start()
        with colophon.run("later"):
            copy(self.path("a", "1"), self.path("out"))
        self.assertEqual({"a"}, self.origins(self.path("out")))


class NoServiceTest(unittest.TestCase):
    def test_says_how_to_start_a_service(self):
        os.environ["COLOPHON_STORE"] = "/nonexistent/store"
        with self.assertRaisesRegex(colophon.NoService, "start one: colophon serve --store /nonexistent/store"):
            with colophon.run("alone", reporter=colophon.Reporter()):
                self.fail("the unit must not begin")

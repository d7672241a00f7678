# SPDX-License-Identifier: Apache-2.0
import sys
import unittest.mock

import colophon
from support import ServedCase, copy


class QueryTest(ServedCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.a, cls.b, cls.out = (cls.directory / each for each in ("a", "b", "out"))
        cls.a.write_text("1")
        with colophon.run("first"):
            copy(cls.a, cls.b)
        with colophon.run("second"):
            copy(cls.b, cls.out)

    def test_returns_origins_and_influence(self):
        self.assertEqual([str(self.out), str(self.b), str(self.a)], colophon.lineage(self.out).files)
        self.assertIn(str(self.out), colophon.lineage(self.a, descendants=True).files)
        near = colophon.lineage(self.out, depth=1, hide=["a"])
        self.assertEqual([str(self.out), str(self.b)], near.files)
        self.assertEqual({"read", "write"}, {each.kind for each in near.edges if each.flow == "data"} - {"fork"})

    def test_returns_the_chain_between_two_files(self):
        chain = colophon.why(self.out, self.a)
        self.assertEqual([str(self.out), str(self.b), str(self.a)], chain.files)
        self.assertEqual((), colophon.why(self.a, self.out).nodes)

    def test_returns_events_and_matches(self):
        events = colophon.history(self.b).rows
        self.assertIn("written", {each.kind for each in events})
        writer = next(each.process for each in events if each.kind == "written")
        self.assertEqual([str(self.b)], [each.name for each in colophon.find(written_by=writer).rows])
        self.assertEqual((), colophon.find("absent*").rows)

    def test_raises_what_the_command_reports(self):
        with self.assertRaisesRegex((colophon.NotFound, colophon.CommandFailed), "nothing is known of .*absent"):
            colophon.lineage(self.directory / "absent")
        with self.assertRaisesRegex(colophon.CommandFailed, "dpeth"):
            colophon.lineage(self.out, dpeth=1)
        with unittest.mock.patch.dict("os.environ", PATH=""), self.assertRaisesRegex(colophon.CommandFailed, "PATH"):
            colophon.lineage(self.out)

    def test_converts_to_graphs_and_tables(self):
        import networkx

        answer = colophon.lineage(self.out)
        graph = answer.to_networkx()
        keys = {each.name: each.key for each in answer.nodes}
        self.assertTrue(networkx.has_path(graph, keys[str(self.a)], keys[str(self.out)]))
        self.assertFalse(networkx.has_path(graph, keys[str(self.out)], keys[str(self.a)]))
        self.assertTrue(graph.graph["incomplete"])
        self.assertIn(str(self.a), set(answer.to_pandas()["causeName"]))
        self.assertIn("written", set(colophon.history(self.b).to_pandas()["kind"]))

    def test_names_the_missing_package(self):
        with unittest.mock.patch.dict(sys.modules, networkx=None, pandas=None):
            with self.assertRaisesRegex(ImportError, "pip install networkx"):
                colophon.lineage(self.out).to_networkx()
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                colophon.lineage(self.out).to_pandas()

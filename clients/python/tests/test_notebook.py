# SPDX-License-Identifier: Apache-2.0
import ast
from pathlib import Path

import colophon
import nbclient
import nbformat

from colophon._notebook import Names
from support import ServedCase

INPUTS = {"a.csv": "x\n1\n", "b.csv": "x\n2\n", "c.csv": "x\n3\n"}
READ = "from pathlib import Path\n"


class NotebookTest(ServedCase):
    def execute(self, notebook):
        for name, content in INPUTS.items():
            self.path(name, content)
        resources = {"metadata": {"path": str(self.path("."))}}
        return nbclient.NotebookClient(notebook, resources=resources, timeout=60).execute()

    def cells(self, *sources):
        new = nbformat.v4
        return self.execute(new.new_notebook(cells=[new.new_code_cell(each) for each in sources]))

    def test_follows_variables_of_a_notebook_of_pandas(self):
        self.execute(nbformat.read(Path(__file__).with_name("prices.ipynb"), 4))
        self.assertEqual({"b.csv"}, self.origins(self.path("from_b.csv")))
        self.assertEqual({"a.csv", "b.csv"}, self.origins(self.path("joined.csv")))

    def check(self, origins, *cells):
        """Checks the origins of a file out, which the last cell writes."""
        traced = [f"%%trace\n{each}" for each in cells]
        self.cells(f"%load_ext colophon\nfrom pathlib import Path", *traced)
        self.assertEqual(origins, self.origins(self.path("out")))

    def test_forgets_values_of_a_name_that_is_bound_again(self):
        a, b = "x = Path('a.csv').read_text()", "x = Path('b.csv').read_text()"
        self.check({"b.csv"}, a, b, "Path('out').write_text(x)")

    def test_forgets_values_of_a_name_that_the_cell_binds_first(self):
        self.check({"b.csv"}, "x = Path('a.csv').read_text()", "x = Path('b.csv').read_text()\nPath('out').write_text(x)")

    def test_keeps_values_of_a_name_that_may_be_bound_again(self):
        self.check(
            {"a.csv", "b.csv"},
            "x = Path('a.csv').read_text()",
            "y = Path('b.csv').read_text()\nif not y:\n    x = y",
            "Path('out').write_text(x)",
        )

    def test_follows_changes_of_objects(self):
        self.check(
            {"a.csv", "b.csv"},
            "x = [Path('a.csv').read_text()]\nsame = x",
            "x.append(Path('b.csv').read_text())",
            "Path('out').write_text(str(same))",
        )

    def test_follows_variables_in_functions(self):
        self.check(
            {"a.csv"},
            "x = Path('a.csv').read_text()",
            "class C:\n    def f(self):\n        return [x for _ in 'a']",
            "Path('out').write_text(C().f()[0])",
        )

    def test_follows_outputs_of_cells(self):
        self.check({"a.csv"}, "Path('a.csv').read_text()", "Path('out').write_text(_)")

    def test_follows_names_that_are_made_at_run_time(self):
        self.check({"a.csv"}, "x = Path('a.csv').read_text()", "Path('out').write_text(eval('x'))")

    def test_records_files_of_a_cell_that_fails(self):
        with self.assertRaises(nbclient.exceptions.CellExecutionError):
            self.check(set(), "Path('out').write_text(Path('a.csv').read_text())\n1 / 0")
        self.assertEqual({"a.csv"}, self.origins(self.path("out")))

    def test_records_all_cells_when_on(self):
        self.cells(
            "%load_ext colophon\nfrom pathlib import Path\n%trace on",
            "x = Path('a.csv').read_text()\nx",
            "y = Path('b.csv').read_text()",
            "Path('out').write_text(y)",
            "%trace off",
            "Path('unseen').write_text(y)",
        )
        self.assertEqual({"b.csv"}, self.origins(self.path("out")))
        processes = [each.name for each in colophon.lineage(self.path("out")).nodes if each.type == "process"]
        self.assertEqual(["cell 4", "cell 3"], [each for each in processes if each.startswith("cell")])
        with self.assertRaises((colophon.NotFound, colophon.CommandFailed)):
            self.origins(self.path("unseen"))

    def test_shows_the_value_of_a_cell(self):
        shown = self.cells("%load_ext colophon", "%%trace\nx = 6\nx * 7").cells[1].outputs
        self.assertEqual(["42"], [each["data"]["text/plain"] for each in shown])


class NamesTest(ServedCase):
    @classmethod
    def setUpClass(cls):
        pass

    tearDownClass = setUpClass

    def test_separates_loaded_from_stored_names(self):
        names = Names(ast.parse("x = a\ny = x\nz += 1\nd['k'] = v\nimport m.n as o"))
        self.assertEqual({"a", "z", "d", "v"}, names.loaded)
        self.assertEqual({"x", "y", "z", "o"}, names.stored)

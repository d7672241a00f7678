# SPDX-License-Identifier: Apache-2.0
"""Cells of a notebook as units, which are connected by variables."""

import ast
import builtins
import re
import types
from typing import Any, Dict, Iterator, List, Optional, Set

from ._run import Run

# A cell with such names may use or change any variable, so it depends on all earlier cells.
DYNAMIC = {"eval", "exec", "globals", "locals", "vars", "get_ipython", "__main__"}
INTERNAL = re.compile(r"_+|_\d+|_i+\d*|_[dio]h|In|Out|__\w+__|exit|quit|get_ipython")
CONSTANTS = (bool, int, float, complex, str, bytes, type(None))


class Names:
    """Names that a cell's code loads before it certainly stores them, and names that it stores."""

    def __init__(self, tree: ast.Module) -> None:
        self.loaded: Set[str] = set()
        self.stored: Set[str] = set()
        certain: Set[str] = set()
        for statement in tree.body:
            loaded: Set[str] = set()
            stored: Set[str] = set()
            for node in ast.walk(statement):
                if isinstance(node, ast.Name):
                    (loaded if isinstance(node.ctx, ast.Load) else stored).add(node.id)
                elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    stored.add(node.name)
                elif isinstance(node, ast.alias):
                    stored.add(node.asname or node.name.partition(".")[0])
            self.loaded |= (loaded | stored if isinstance(statement, ast.AugAssign) else loaded) - certain
            self.stored |= stored
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            certain |= {each.id for each in targets if isinstance(each, ast.Name)}
        self.is_dynamic = bool((self.loaded | self.stored) & DYNAMIC) or any(map(INTERNAL.fullmatch, self.loaded))


def code_names(value: Any) -> Iterator[str]:
    """Yields the global names in the code of a function, a class, or an instance of a class of a cell."""
    if isinstance(value, types.FunctionType):
        pending: List[Any] = [value.__code__]
        for code in pending:
            yield from code.co_names
            pending.extend(each for each in code.co_consts if isinstance(each, types.CodeType))
    else:
        kind = value if isinstance(value, type) else type(value)
        for member in vars(kind).values() if kind.__module__ == "__main__" else ():
            yield from code_names(getattr(member, "__func__", member)) if callable(member) else ()


class Cell:
    """One execution of a cell."""

    def __init__(self, notebook: "Notebook", title: str, tree: ast.Module) -> None:
        self.run = Run(title)
        self._notebook, self._names = notebook, Names(tree)
        self._variables: Dict[str, Any] = notebook.shell.user_ns

    def __enter__(self) -> None:
        self.run.__enter__()
        for earlier in self._notebook.cells if self._names.is_dynamic else ():
            self.run.uses(earlier)
        self._before = {each: id(value) for each, value in self._variables.items()}
        self._used: List[str] = []
        pending = sorted(self._names.loaded)
        for each in pending:  # what the cell loads, directly or by functions that it calls
            if each not in self._used and self._is_data(each):
                self._used.append(each)
                self.run.variable(each, "read")
                pending.extend(code_names(self._variables[each]))
        self._notebook.cells.append(self.run)

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        rebound = {each for each, value in self._variables.items() if self._before.get(each) != id(value)}
        changeable = {id(self._variables.get(each)) for each in self._used if self._may_change(each)}
        changed = {each for each, value in self._variables.items() if id(value) in changeable}
        for each in sorted(rebound | changed | self._names.stored):
            if self._is_data(each):
                self.run.variable(each, "write", cuts=each in rebound)
        self.run.__exit__(kind, value, trace)

    def _may_change(self, title: str) -> bool:
        """Returns whether a cell that only loads a variable may change its value."""
        value = self._variables.get(title)
        is_plain = isinstance(value, types.FunctionType) and not (value.__closure__ or value.__defaults__)
        return not is_plain and type(value) not in CONSTANTS

    def _is_data(self, title: str) -> bool:
        """Returns whether a name is a variable with data of a cell, and not imported code."""
        value = self._variables.get(title, builtins)
        is_code = isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType))
        is_imported = is_code and getattr(value, "__module__", None) != "__main__"
        return not (is_imported or isinstance(value, types.ModuleType) or INTERNAL.fullmatch(title))


class Notebook:
    """The magic ``trace`` of a shell of IPython."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.cells: List[Run] = []
        self._is_tracing = False

    def trace(self, line: str, cell: Optional[str] = None) -> Any:
        """Records what cells read and write.

        %%trace [NAME]    record this cell
        %trace on|off     record all following cells, except those that begin with another magic
        """
        title = line.strip()
        transformers = self.shell.input_transformers_cleanup
        if cell is not None:
            return self._trace(cell, title or f"cell {len(self.shell.user_ns['In']) - 1}")
        if title not in ("on", "off"):
            raise ValueError("usage: %trace on, %trace off, or %%trace [NAME] as the first line of a cell")
        if self._add_magic in transformers:
            transformers.remove(self._add_magic)
        if title == "on":
            transformers.append(self._add_magic)

    def _add_magic(self, lines: List[str]) -> List[str]:
        is_code = any(each.strip() for each in lines) and not re.match("%%|%trace", lines[0])
        return ["%%trace\n", *lines] if is_code and not self._is_tracing else lines

    def _trace(self, text: str, title: str) -> Any:
        self._is_tracing = True
        source = self.shell.transform_cell(text)
        self._is_tracing = False
        tree = ast.parse(source)
        last = tree.body[-1] if tree.body else None
        file = self.shell.compile.cache(source, self.shell.execution_count)
        with Cell(self, title, tree):
            if not isinstance(last, ast.Expr):
                return exec(compile(tree, file, "exec"), self.shell.user_ns)
            exec(compile(ast.Module(tree.body[:-1], []), file, "exec"), self.shell.user_ns)
            return eval(compile(ast.Expression(last.value), file, "eval"), self.shell.user_ns)

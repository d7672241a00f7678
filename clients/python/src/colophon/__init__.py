# SPDX-License-Identifier: Apache-2.0
"""Records which files a program or notebook uses, and asks Colophon for their origins.

- ``run``: a unit of work whose reads and writes are recorded
- ``lineage``, ``why``, ``history``, ``find``: questions, with typed answers
- ``%load_ext colophon``: the magic ``%%trace`` for notebooks
- ``Reporter``: reports any operation of the service's protocol
"""

from typing import Any

from ._query import Answer, CommandFailed, Edge, Event, Found, Graph, Node, NotFound, Table, find, history, lineage, why
from ._report import Reporter
from ._run import Run, current, run
from ._service import NoService, Refused, Service, name

__all__ = ["Answer", "CommandFailed", "Edge", "Event", "Found", "Graph", "NoService", "Node", "NotFound", "Refused"]
__all__ += ["Reporter", "Run", "Service", "Table", "current", "find", "history", "lineage", "name", "run", "why"]


def load_ipython_extension(shell: Any) -> None:
    """Defines the magic ``trace``. IPython calls this for ``%load_ext colophon``."""
    from ._notebook import Notebook

    shell.register_magic_function(Notebook(shell).trace, "line_cell", "trace")

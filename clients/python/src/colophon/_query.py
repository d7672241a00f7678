# SPDX-License-Identifier: Apache-2.0
"""Questions, which the command ``colophon`` answers from the running service or from the store."""

import abc
import base64
import importlib
import json
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from typing import Any, Dict, Generic, Iterator, List, Optional, Sequence, Tuple, TypeVar, Union

from ._run import flush
from ._watch import silence

Target = Union[str, "os.PathLike[str]"]
Raw = Dict[str, Any]
Row = TypeVar("Row", "Event", "Found")


class CommandFailed(RuntimeError):
    """The command refused the question, or could not open the store."""


class NotFound(LookupError):
    """Nothing is recorded about the target."""


def _bytes_of(raw: Raw, key: str) -> str:
    """Returns a name as Python writes paths; the JSON has exact bytes if it is not UTF-8."""
    exact = raw.get(key + "Base64")
    return os.fsdecode(base64.b64decode(exact)) if exact else str(raw[key])


@dataclass(frozen=True)
class Node:
    """A file or another object, or a process. ``raw`` has all fields of the answer."""

    key: str
    type: str
    name: str
    raw: Raw = field(repr=False, compare=False)

    @staticmethod
    def of(raw: Raw) -> "Node":
        return Node(raw["key"], raw["type"], _bytes_of(raw, "name"), raw)


@dataclass(frozen=True)
class Edge:
    """The effect depends on the cause. Both are keys of nodes."""

    effect: str
    cause: str
    kind: str
    flow: str
    raw: Raw = field(repr=False, compare=False)

    @staticmethod
    def of(raw: Raw) -> "Edge":
        return Edge(raw["effect"], raw["cause"], raw["kind"], raw["flow"], raw)


@dataclass(frozen=True)
class Event:
    """An event at a path. ``process`` is a target, or None if no recorded process caused it."""

    kind: str
    object: str
    process: Optional[str]
    lsn: int
    time: Optional[str]
    raw: Raw = field(repr=False, compare=False)


@dataclass(frozen=True)
class Found:
    """A file, process, user or record. ``id`` is a target of other questions."""

    id: str
    type: str
    name: str
    raw: Raw = field(repr=False, compare=False)


def _module(title: str) -> Any:
    try:
        return importlib.import_module(title)
    except ImportError as missing:
        raise ImportError(f"this needs {title}; install it: pip install {title}") from missing


@dataclass(frozen=True)
class Answer(abc.ABC):
    """``raw`` is the whole answer, ``remarks`` are the command's remarks about it."""

    raw: Raw = field(repr=False)
    remarks: str

    def to_pandas(self) -> Any:
        """Returns the edges, events or matches as a DataFrame. Needs pandas."""
        return _module("pandas").DataFrame(self._records())

    @abc.abstractmethod
    def _records(self) -> List[Raw]: ...


@dataclass(frozen=True)
class Graph(Answer):
    """A lineage, or the chain of ``why``, which is empty if there is none.

    If ``incomplete``, known losses of capture may hide nodes or edges.
    """

    nodes: Tuple[Node, ...]
    edges: Tuple[Edge, ...]
    incomplete: bool

    @property
    def files(self) -> List[str]:
        """Names of the objects, in the order of the answer."""
        return list(dict.fromkeys(each.name for each in self.nodes if each.type == "object"))

    def to_networkx(self) -> Any:
        """Returns a MultiDiGraph with edges from cause to effect. Needs networkx."""
        graph = _module("networkx").MultiDiGraph(incomplete=self.incomplete)
        graph.add_nodes_from((each.key, each.raw) for each in self.nodes)
        graph.add_edges_from((each.cause, each.effect, each.raw) for each in self.edges)
        return graph

    def _records(self) -> List[Raw]:
        names = {each.key: each.name for each in self.nodes}
        return [{**e.raw, "effectName": names[e.effect], "causeName": names[e.cause]} for e in self.edges]


@dataclass(frozen=True)
class Table(Answer, Generic[Row]):
    """The events at a path, or the results of a search."""

    rows: Tuple[Row, ...]

    def _records(self) -> List[Raw]:
        return [each.raw for each in self.rows]


def lineage(*targets: Target, **options: Any) -> Graph:
    """Returns the origins of targets, or with ``descendants=True`` what they influenced.

    Options are those of ``colophon lineage``, such as ``depth=1``, ``as_of="2h"``,
    ``data_only=True``, ``all=True``, ``hide=["*.log"]``, ``store=DIR``. Raises NotFound if nothing
    is recorded about a target, and CommandFailed.
    """
    raw, remarks = _ask("lineage", targets, options)
    return _graph(raw, remarks, raw["nodes"], raw["edges"])


def why(effect: Target, cause: Target, **options: Any) -> Graph:
    """Returns the shortest chain from an effect to a cause. Options are those of ``colophon why``."""
    raw, remarks = _ask("why", (effect, cause), options)
    ends = [hop[end] for hop in raw["hops"] for end in ("effect", "cause")]
    nodes = {each["key"]: each for each in ends}
    return _graph(raw, remarks, list(nodes.values()), [hop["edge"] for hop in raw["hops"]])


def history(path: Target, **options: Any) -> "Table[Event]":
    """Returns what happened at a path. Options are those of ``colophon history``."""
    raw, remarks = _ask("history", (path,), options)
    events = [Event(e["kind"], e["object"], e["process"], e["lsn"], e["time"], e) for e in raw["events"]]
    return Table(raw, remarks, tuple(events))


def find(pattern: Optional[str] = None, **options: Any) -> "Table[Found]":
    """Returns what matches. Options are those of ``colophon find``: ``written_by="process:7"``."""
    try:
        raw, remarks = _ask("find", () if pattern is None else (pattern,), options)
    except NotFound as nothing:
        return Table({"found": [], "left": 0}, str(nothing), ())
    found = [Found(e["id"], e["type"], e["name"], e) for e in raw["found"]]
    return Table(raw, remarks, tuple(found))


def _graph(raw: Raw, remarks: str, nodes: List[Any], edges: List[Any]) -> Graph:
    incomplete = raw["summary"]["incomplete"]
    return Graph(raw, remarks, tuple(map(Node.of, nodes)), tuple(map(Edge.of, edges)), incomplete)


def _options(options: Raw) -> Iterator[str]:
    for key, value in options.items():
        option = "--" + key.rstrip("_").replace("_", "-")
        if value is True:
            yield option
        elif value not in (False, None):
            for each in value if isinstance(value, (list, tuple)) else [value]:
                yield f"{option}={os.fspath(each) if isinstance(each, os.PathLike) else each}"


def _ask(question: str, targets: Sequence[Target], options: Raw) -> Tuple[Raw, str]:
    command = os.environ.get("COLOPHON_COMMAND") or shutil.which("colophon")
    if command is None:
        raise CommandFailed("the command colophon is not in PATH; add it, or name it in COLOPHON_COMMAND")
    flush()
    names = [os.fspath(each) for each in targets]
    with silence():
        words = [command, question, "--json", *_options(options), "--", *names]
        answer = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True)
    remarks = answer.stderr.decode(errors="replace").strip()
    if answer.returncode not in (0, 1):
        raise CommandFailed(remarks or f"{command} ended with status {answer.returncode}")
    if not answer.stdout.strip():
        raise NotFound(remarks)
    raw: Raw = json.loads(answer.stdout)
    return raw, remarks

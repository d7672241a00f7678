# SPDX-License-Identifier: Apache-2.0
"""Units of work whose reads and writes are recorded."""

import itertools
import os
import stat
import sys
import threading
from contextvars import ContextVar, Token
from typing import Any, Dict, Iterable, List, Optional, Set, Tuple, Union

from . import _watch
from ._report import LOG, Reporter
from ._service import Refused, name

Path = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
Inode = Optional[Tuple[int, int]]

_current: "ContextVar[Optional[Run]]" = ContextVar("colophon.run", default=None)
_open: List["Run"] = []
_lock = threading.RLock()
_numbers = itertools.count(1)
_used_paths: Set[str] = set()  # files of all units, which may still be open
_reporter: Optional[Reporter] = None


def _renew_lock() -> None:
    global _lock
    _lock = threading.RLock()


os.register_at_fork(after_in_child=_renew_lock)  # another thread of the parent may hold it


def flush() -> None:
    """Waits until everything recorded so far is on the service's disk."""
    if _reporter is not None and _reporter.usable:
        _reporter.flush()


def active() -> List["Run"]:
    """Returns the unit of this thread, else all open units: the thread may work for any of them."""
    run = _current.get()
    return [run] if run is not None and run in _open else list(_open)


def current() -> "Run":
    """Returns the open unit of this thread, to report to it explicitly."""
    for run in active():
        return run
    raise LookupError("no unit is open; begin one with colophon.run or %%trace")


def _begin_session(given: Optional[Reporter]) -> Reporter:
    """Returns a reporter that has declared this program: the process to which all units belong."""
    global _reporter
    with _lock:
        if given is not None:
            _reporter = given
        elif _reporter is None or not _reporter.usable:
            _reporter = Reporter()
        if not _reporter.is_introduced:
            _reporter.is_introduced = True
            words = getattr(sys, "orig_argv", None) or [sys.executable, *sys.argv]
            _reporter.report(
                op="process", id="program", identity=["python", _reporter.session], pid=os.getpid(),
                executable=name(sys.executable or "python"), arguments=[name(each) for each in words],
                directory=name(os.getcwd()),
            )  # fmt: skip
            script = os.path.realpath(sys.argv[0]) if sys.argv and sys.argv[0] else ""
            if os.path.isfile(script):
                _reporter.report(op="load", process="program", path=name(script))
        _reporter.flush()  # raises at once if there is no service
        return _reporter


class Run:
    """A unit of work, for a ``with`` statement: a process of its own in the graph. Any thread.

    Everything that the unit writes may depend on all that it reads, that the units around it read
    before, and that the units within it read. ``uses`` are other units whose results it uses.

    ``watch`` records files that Python code opens, renames and removes, and programs that it starts.
    Code in C that opens files itself is not seen, so answers about the unit are *incomplete*.
    ``complete`` states that the reports are all, and leaves out this mark.

    Entering raises NoService if there is no service. At its end, the unit waits until it is on the
    service's disk, and raises if something could not be recorded.
    """

    def __init__(
        self, title: str, *, watch: bool = True, uses: Iterable["Run"] = (), complete: bool = False,
        reporter: Optional[Reporter] = None,
    ) -> None:  # fmt: skip
        self.name, self.watch = title, watch
        self.problems: List[str] = []
        self.process = os.getpid()  # a forked child does not record for its parent's units
        self._given, self._uses, self._complete = reporter, list(uses), complete
        self._files: Dict[str, Tuple[str, Inode]] = {}  # the reporter's ids of objects
        self._begun: Set[Tuple[str, str]] = set()  # accesses: kind, and the object's id
        self._written: Set[str] = set()
        self._parents: List["Run"] = []
        self._token: Optional["Token[Optional[Run]]"] = None

    def __enter__(self) -> "Run":
        if self.watch:
            _watch.install()
        self._reporter = _begin_session(self._given)
        self.id = f"unit{next(_numbers)}"
        self._declare(self.id, self.name)
        self._parents = active()
        for parent in self._parents:
            self._link("fork", self.id, parent._known_to(self))
        if not self._parents:
            self._link("fork", self.id, "program")
        for other in self._uses:
            self.uses(other)
        if not self._complete:
            self._report(op="gap", process=self.id, cause="not_traced")
        with _lock:
            _open.append(self)
            for path, reads, writes in _watch.open_files() if self.watch else ():
                if path in _used_paths:  # an earlier unit opened it and did not close it
                    self.opened(path, reads, writes, cuts=False)
        self._token = _current.set(self)
        return self

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        if self._token is not None:
            _current.reset(self._token)
        with _lock:
            _open.remove(self)
        if os.getpid() != self.process:
            return
        try:
            self._end(failed=kind is not None)
        except (OSError, Refused, RuntimeError, ValueError) as failure:
            if kind is None:
                raise
            LOG.error("%s", failure)  # the exception of the unit itself continues

    def _end(self, failed: bool) -> None:
        with _lock:
            for kind, file in self._begun:
                self._report(op=kind, phase="end", process=self.id, object=file)
            for path in self._written.intersection(self._files):
                self._report_state("file-state", path, self._files[path][0])
        if self.problems:
            self._report(op="gap", process=self.id, cause="events_lost", count=len(self.problems))
        self._report(op="exit", process=self.id, status=int(failed))
        for parent in self._parents:
            self._link("inform", parent._known_to(self), self.id)
        self._reporter.flush()
        if self.problems:
            raise RuntimeError(f"the record of {self.name} is incomplete, and marked so: {self.problems[0]}")

    # --- explicit reports ---

    def reads(self, path: Path) -> Path:
        """Records that the unit reads a file or URL, from now to its end. Returns the path."""
        self._access("read", place(path))
        return path

    def writes(self, path: Path, append: bool = False) -> Path:
        """Records that the unit writes a file, from now to its end. Returns the path.

        Without ``append`` the file's earlier content does not count any more, unless the unit has
        already written the file.
        """
        at = place(path)
        self.opened(at, reads=False, writes=True, cuts=not append and at not in self._written)
        return path

    def uses(self, other: "Run") -> None:
        """Records that the unit uses results of another unit, for example in variables."""
        self._link("inform", self.id, other._known_to(self))

    def _link(self, kind: str, effect: str, cause: str) -> None:
        self._report(op="link", kind=kind, effect=effect, cause=cause)

    def _known_to(self, other: "Run") -> str:
        """Returns this unit's id for reports of another one, which may have another reporter."""
        if other._reporter is self._reporter:
            return self.id
        own = f"{self._reporter.session}/{self.id}"
        other._report(op="process", id=own, identity=["python", self._reporter.session, self.id])
        return own

    # --- what the audit hook and notebooks report ---

    def opened(self, path: str, reads: bool, writes: bool, cuts: bool) -> None:
        with _lock:
            if cuts:
                self._report(op="cut", process=self.id, object=self._file(path))
            if reads:
                self._access("read", path)
            if writes:
                self._access("write", path)
                self._written.add(path)

    def renamed(self, source: str, target: str) -> None:
        with _lock:
            self._report(op="rename", process=self.id, **{"from": name(source), "to": name(target)})
            self._files.pop(target, None)
            if source in self._files:
                self._files[target] = self._files.pop(source)
            for paths in (self._written, _used_paths):
                if source in paths:
                    paths.add(target)

    def removed(self, path: str) -> None:
        with _lock:
            self._report(op="unbind", process=self.id, path=name(path))
            self._files.pop(path, None)

    def linked(self, source: str, target: str) -> None:
        with _lock:
            self._report(op="bind", process=self.id, object=self._file(source), path=name(target))

    def started(self, command: List[Any]) -> None:
        """Records a program that the unit starts. Data may pass in both directions."""
        child = f"child{next(_numbers)}"
        self._declare(child, command[0], arguments=[name(each) for each in command])
        self._report(op="gap", process=child, cause="not_traced")
        self._link("inform", child, self.id)
        self._link("inform", self.id, child)
        self._reporter.flush()  # the program may read what this unit wrote

    def variable(self, title: str, kind: str, cuts: bool = False) -> None:
        """Records that the unit reads or writes a variable, an object with a scheme of its own."""
        own = f"variable{next(_numbers)}"
        path = f"python://{self._reporter.session}/{title}"
        self._report(op="object", id=own, kind="other", label=f"variable {title}", path=path)
        if cuts:
            self._report(op="cut", process=self.id, object=own)
        self._report(op=kind, process=self.id, object=own)

    def _access(self, kind: str, path: str) -> None:
        """Begins an access, which ends with the unit."""
        with _lock:
            access = kind, self._file(path)
            if access not in self._begun:
                self._begun.add(access)
                self._report(op=kind, phase="begin", process=self.id, object=access[1])

    def _file(self, path: str) -> str:
        """Returns the id of the object at a path; declares it if another file is there than before."""
        found = _status(path)
        inode = (found.st_dev, found.st_ino) if found else None
        own, known = self._files.get(path, ("", None))
        if not own or (known is not None and known != inode):
            own = f"file{next(_numbers)}"
            self._report(op="object", id=own, kind="other" if "://" in path else "file", path=name(path))
            self._report_state("file-seen", path, own)
        self._files[path] = own, inode
        _used_paths.add(path)
        return own

    def _report_state(self, kind: str, path: str, file: str) -> None:
        """Reports the state of a file, by which later changes without a record are found."""
        found = _status(path)
        if found and stat.S_ISREG(found.st_mode):
            times = f"modified={found.st_mtime_ns} changed={found.st_ctime_ns}"
            data = f"size={found.st_size} {times} inode={found.st_ino} device={found.st_dev}"
            self._report(op="extended", object=file, type=kind, data=data)

    def _declare(self, own: str, executable: Any, **more: Any) -> None:
        identity = ["python", self._reporter.session, own]
        more.update(pid=os.getpid() if own == self.id else 0, directory=name(os.getcwd()))
        self._report(op="process", id=own, identity=identity, executable=name(executable), **more)

    def _report(self, **operation: Any) -> None:
        """Adds an operation. A failure is raised at the end of the unit, not in the user's code."""
        try:
            self._reporter.report(**operation)
        except (OSError, Refused, ValueError) as failure:
            self.problems.append(str(failure))


def place(path: Path) -> str:
    """Returns the absolute path behind all symbolic links, or a name with a scheme unchanged."""
    text = os.fsdecode(path)
    return text if "://" in text else os.path.realpath(text)


def _status(path: str) -> Optional[os.stat_result]:
    """Returns the attributes of a file; None if it is absent."""
    try:
        return os.stat(path)
    except OSError:
        return None


run = Run

# SPDX-License-Identifier: Apache-2.0
"""Records what audit events of Python show. A hook cannot be removed, so it is installed once."""

import os
import stat
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Tuple
from urllib.parse import urlsplit, urlunsplit

from ._service import quiet

if TYPE_CHECKING:
    from ._run import Run

_installed: List[bool] = []


def install() -> None:
    """Installs the hook, once."""
    if not _installed:
        _installed.append(True)
        sys.addaudithook(_hook)


@contextmanager
def silence() -> Iterator[None]:
    """Keeps the hook from recording what this thread does."""
    was, quiet.on = getattr(quiet, "on", False), True
    try:
        yield
    finally:
        quiet.on = was


def _hook(event: str, arguments: Tuple[Any, ...]) -> None:
    """Never raises: an exception here would fail the user's call."""
    handler = HANDLERS.get(event)
    if handler is None or getattr(quiet, "on", False):
        return
    from ._run import active

    with silence():
        for run in active():
            if run.watch and run.process == os.getpid():
                try:
                    handler(run, *arguments)
                except Exception as failure:  # raised when the unit ends
                    run.problems.append(f"{event}: {failure!r}")


def _open(run: "Run", path: Any, mode: Any, flags: int) -> None:
    if isinstance(path, int):
        return  # opened before
    at = os.path.realpath(os.fsdecode(path))
    access = flags & os.O_ACCMODE
    writes = access in (os.O_WRONLY, os.O_RDWR)
    exists = os.path.exists(at)
    if not exists and not (flags & os.O_CREAT and os.path.isdir(os.path.dirname(at))):
        return  # the call fails, or means another directory (dir_fd)
    if not exists or stat.S_IFMT(os.stat(at).st_mode) in (stat.S_IFREG, stat.S_IFIFO):
        run.opened(at, access != os.O_WRONLY, writes, cuts=writes and (bool(flags & os.O_TRUNC) or not exists))


def _remove(run: "Run", path: Any, directory: int) -> None:
    at = _entry(path, directory)
    if os.path.lexists(at):
        run.removed(at)


def _sqlite(run: "Run", database: Any, *rest: Any) -> None:
    text = os.fsdecode(database)
    if text and ":memory:" not in text and "mode=memory" not in text:
        path = urlsplit(text).path if text.startswith("file:") else text
        _open(run, path, None, os.O_RDWR | os.O_CREAT)


def _url(run: "Run", url: str, *rest: Any) -> None:
    """Records a read of a URL, without password and query, which may contain secrets."""
    parts = urlsplit(url)
    if parts.scheme != "file":  # which is opened
        run.reads(urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", "")))


def _popen(run: "Run", executable: Any, words: Any, *rest: Any) -> None:
    run.started([words] if isinstance(words, (str, bytes, os.PathLike)) else list(words) or [executable])


HANDLERS: Dict[str, Callable[..., None]] = {
    "open": _open,
    "os.rename": lambda run, a, b, of_a, of_b: run.renamed(_entry(a, of_a), _entry(b, of_b)),
    "os.remove": _remove,
    "os.link": lambda run, a, b, of_a, of_b: run.linked(_entry(a, of_a), _entry(b, of_b)),
    "os.truncate": lambda run, path, size: _open(run, path, None, os.O_WRONLY | (0 if size else os.O_TRUNC)),
    "sqlite3.connect": _sqlite,
    "urllib.Request": _url,
    "subprocess.Popen": _popen,
    "os.posix_spawn": _popen,
    "os.spawn": lambda run, mode, path, words, environment: _popen(run, path, words),
    "os.exec": _popen,
    "os.system": lambda run, command: run.started(["/bin/sh", "-c", command]),
}


def _entry(path: Any, directory: int) -> str:
    """Returns the absolute path of a directory entry, without following a link at its end."""
    text = os.fsdecode(path)
    if directory != -1:
        text = os.path.join(os.readlink(f"/proc/self/fd/{directory}"), text)
    parent, entry = os.path.split(os.path.abspath(text))
    return os.path.join(os.path.realpath(parent), entry)


def open_files() -> Iterator[Tuple[str, bool, bool]]:
    """Yields path, readability and writability of the files that this process has open."""
    with silence():
        for descriptor in os.listdir("/proc/self/fd"):
            try:
                path = os.readlink(f"/proc/self/fd/{descriptor}")
                with open(f"/proc/self/fdinfo/{descriptor}") as info:
                    flags = next(int(line.split()[1], 8) for line in info if line.startswith("flags:"))
            except FileNotFoundError:
                continue  # closed meanwhile, as the listing itself
            access = flags & os.O_ACCMODE
            yield path, access != os.O_WRONLY, access != os.O_RDONLY

# SPDX-License-Identifier: Apache-2.0
"""Numbers operations and sends them to a service, each exactly once."""

import atexit
import base64
import http.client
import json
import logging
import os
import threading
import time
import uuid
from typing import Any, Dict, List, Optional

from ._service import NoService, Refused, Service, quiet

LOG = logging.getLogger("colophon")
MAX_WAITING = 20_000
PROCESSES, OBJECTS = "processes", "objects"
REFERENCES = {"process": PROCESSES, "object": OBJECTS}
ENDS = {"link": PROCESSES, "derive": OBJECTS}  # type of "effect" and "cause"
Operation = Dict[str, Any]


class Reporter:
    """Reports operations to a service. Any thread.

    Operations are the lines of docs/how-to/report-from-a-program.md, with their fields as keyword
    arguments. ``report(op="process", id="p")`` declares an id, which is valid as long as this
    object. A thread of its own sends the operations immediately and keeps them until the service
    has them on disk. So they survive broken connections and restarts of the service, but not a kill
    of this program.

    After ``patience`` seconds without the service, or if another program reports under the same
    name, each call raises the reason. An operation that the service refuses is logged, counted in
    ``refused`` and followed by a gap, which makes answers incomplete. The default source is a single
    run, which ``close`` removes from the service. A forked child needs a reporter of its own.
    """

    def __init__(
        self, source: Optional[str] = None, service: Optional[Service] = None, *, patience: float = 60, batch: int = 1000
    ) -> None:
        self.source = source or f"run-python-{uuid.uuid4().hex}"
        self.refused = 0
        self._service = service or Service()
        self._patience, self._batch = patience, batch
        self.session = uuid.uuid4().hex
        self.is_introduced = False  # units have declared this program
        self._process = os.getpid()
        self._acknowledged: Optional[int] = None  # the last line on the service's disk
        self._ids: Dict[str, Dict[str, int]] = {PROCESSES: {}, OBJECTS: {}}  # own ids -> permanent ids
        self._positions: Dict[str, bytes] = {}
        self._changed = threading.Condition()  # guards the fields below, and the sender's wake-up
        self._waiting: List[Operation] = []
        self._added = self._sent = 0
        self._within_unit = self._closing = False
        self._failure: Optional[Exception] = None
        self._sender = threading.Thread(target=self._send_all, name="colophon", daemon=True)
        self._sender.start()
        atexit.register(self.close)

    @property
    def usable(self) -> bool:
        """False after a failure or ``close``, and in a forked child."""
        return os.getpid() == self._process and self._failure is None and not self._closing

    def report(self, **operation: Any) -> None:
        """Adds an operation. Waits while 20,000 operations wait."""
        self._check_process()
        with self._changed:
            self._changed.wait_for(lambda: self._failure or self._within_unit or len(self._waiting) < MAX_WAITING)
            self._check()
            self._within_unit = _is_within_unit(self._within_unit, operation)
            self._waiting.append(operation)
            self._added += 1
            self._changed.notify_all()

    def flush(self) -> None:
        """Waits until all operations are on the service's disk, except an open unit."""
        self._check_process()
        with self._changed:
            end = self._added - len(self._waiting) + _end_of_units(self._waiting, len(self._waiting))
            self._changed.wait_for(lambda: self._failure or self._sent >= end)
            self._check()

    def where(self, source: str) -> bytes:
        """Returns the stored position of a source. From then on, only this program may set it."""
        self._positions.pop(source, None)
        self.report(op="where", source=source)
        self.flush()
        if source not in self._positions:
            raise Refused(f"the service has no position of {source}")
        return self._positions[source]

    def close(self) -> None:
        """Sends the remaining operations and ends the thread. A forked child only forgets them."""
        if self._closing or os.getpid() != self._process:
            return
        atexit.unregister(self.close)
        try:
            self.flush()
        finally:
            with self._changed:
                self._closing = True
                self._changed.notify_all()
            self._sender.join()
            self._service.close()

    def __enter__(self) -> "Reporter":
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def _check_process(self) -> None:
        if os.getpid() != self._process:
            raise RuntimeError("a reporter belongs to the process that made it; make another one after a fork")

    def _check(self) -> None:
        if self._failure is not None:
            atexit.unregister(self.close)  # which would raise it again
            raise self._failure.with_traceback(None)
        if self._closing:
            raise ValueError("the reporter is closed")

    # --- the sending thread ---

    def _send_all(self) -> None:
        quiet.on = True
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._closing or self._batch_end())
                    batch = self._waiting[: self._batch_end()]
                if not batch:
                    break
                self._send(batch)
            self._forget()
        except (OSError, http.client.HTTPException, Refused, ValueError, KeyError) as failure:
            with self._changed:
                self._failure = failure
                self._changed.notify_all()

    def _batch_end(self) -> int:
        """Returns the end of the next batch. A unit is not split, so a batch may be larger."""
        return _end_of_units(self._waiting, self._batch)

    def _send(self, batch: List[Operation]) -> None:
        answer = self._patiently(batch)
        for problem in answer["problems"]:
            LOG.warning("%s: line %d: %s", self.source, problem["line"], problem["problem"])
        before = self._acknowledged or 0
        done = answer["acknowledged"] - before
        if done <= 0 and answer["problems"]:
            reason = answer["problems"][0]["problem"]
            raise Refused(f"the service accepts no further lines of {self.source}: {reason}")
        for kind, known in self._ids.items():
            known.update(answer["ids"][kind])
        for source, position in answer.get("positions", {}).items():
            self._positions[source] = base64.b64decode(position["base64"])
        self._acknowledged = answer["acknowledged"]
        with self._changed:
            # If the service accepted only the first lines, the next batch contains the others.
            del self._waiting[:done]
            self._sent += done
            if answer["refused"]:
                self.refused += answer["refused"]
                gap = {"op": "gap", "cause": "undecodable", "count": answer["refused"]}
                self._waiting.insert(0, gap)
                self._added += 1
            self._changed.notify_all()

    def _patiently(self, batch: List[Operation]) -> Any:
        begin = time.monotonic()
        pause = 0.01
        while True:
            try:
                return self._post(batch)
            except (OSError, http.client.HTTPException) as trouble:
                self._service.close()
                if self._acknowledged is None and isinstance(trouble, NoService):
                    raise
                if pause == 0.01:
                    LOG.warning("%s: trying again: %s", self.source, trouble)
                if time.monotonic() - begin > self._patience:
                    raise ConnectionError(f"gave up on {self._service}: {trouble}; check that it runs") from trouble
            with self._changed:
                self._changed.wait_for(lambda: self._closing, timeout=pause)
            pause = min(2 * pause, 1.0)

    def _post(self, batch: List[Operation]) -> Any:
        path = f"/v1/sources/{self.source}"
        if self._acknowledged is None:
            self._acknowledged = self._service.ask("GET", path)["acknowledged"]
        lines = "".join(json.dumps(self._known(each)) + "\n" for each in batch)
        first = f"first={self._acknowledged + 1}&session={self.session}"
        return self._service.ask("POST", f"{path}/operations?{first}", lines.encode())

    def _known(self, operation: Operation) -> Operation:
        """Replaces own ids, which are valid only within their batch, by the service's."""
        kinds = dict(REFERENCES)
        if operation["op"] in ENDS:
            kinds["effect"] = kinds["cause"] = ENDS[operation["op"]]
        return {
            field: self._ids[kinds[field]].get(value, value) if field in kinds and isinstance(value, str) else value
            for field, value in operation.items()
        }

    def _forget(self) -> None:
        """Deletes the source of a single run. If this fails, the service deletes it later."""
        if self._acknowledged is not None and self.source.startswith("run-"):
            try:
                self._service.ask("DELETE", f"/v1/sources/{self.source}")
            except (OSError, http.client.HTTPException, Refused) as trouble:
                LOG.info("%s remains at the service for 30 days: %s", self.source, trouble)


def _is_within_unit(was_within: bool, operation: Operation) -> bool:
    return operation["op"] == "begin" or (was_within and operation["op"] != "position")


def _end_of_units(operations: List[Operation], wanted: int) -> int:
    """Returns the first end of whole units at or after a number of operations, else the last one."""
    within, end = False, 0
    for number, operation in enumerate(operations, 1):
        within = _is_within_unit(within, operation)
        if not within:
            end = number
        if end >= wanted > 0:
            break
    return end

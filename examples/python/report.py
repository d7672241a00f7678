#!/usr/bin/env python3
"""Reports to a Colophon service. It needs only this file and Python's standard library.

    report.py SOCKET copy FROM TO

copies a file and records the copy: the process, its read and its write. To report from another
program, copy the class Reporter. docs/how-to/report-from-a-program.md describes the protocol.
"""

import base64
import http.client
import json
import os
import socket
import sys
import time
import uuid

PROCESSES, OBJECTS = "processes", "objects"
REFERENCES = {"process": PROCESSES, "object": OBJECTS}
ENDS = {"link": PROCESSES, "derive": OBJECTS}  # type of "effect" and "cause"


class Connection(http.client.HTTPConnection):
    """HTTP over a socket file."""

    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Refused(Exception):
    """The service rejects the request; sending it again does not help."""


def name(text):
    """Returns a name or argument in the form of the protocol; it may not be UTF-8."""
    encoded = os.fsencode(text)
    try:
        return encoded.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(encoded).decode()}


class Reporter:
    """Numbers operations and sends them until the service has them on its disk, each once.

    Operations are dictionaries: the lines of docs/how-to/report-from-a-program.md. An operation
    such as {"op": "process", "id": "p"} declares an id. Later operations may use the id as long as
    this object exists. A unit, from its begin to its position, is sent whole. Closing removes a source
    named run-... from the service. One thread.
    """

    def __init__(self, socket_path, source, patience=60.0, batch=1000, host=None):
        self.socket_path = socket_path
        self.source = source
        self.patience = patience
        self.batch = batch
        # Headers for another host than the service's: {"Colophon-Host": MACHINE_ID,
        # "Colophon-Host-Name": NAME, "Colophon-Boot": BOOT_ID}.
        self.host = host or {}
        self.session = uuid.uuid4().hex
        self.connection = None
        self.acknowledged = None  # the last line on the service's disk
        self.waiting = []  # the operations after this line
        self.ids = {PROCESSES: {}, OBJECTS: {}}  # this program's ids -> the service's permanent ids
        self.positions = {}  # the requested positions, as bytes
        self.refused = 0
        self.within_unit = False

    def report(self, **operation):
        """Adds an operation to the batch; sends the batch when it is full."""
        self.waiting.append(operation)
        self.within_unit = self._is_within_unit(self.within_unit, operation)
        if len(self.waiting) >= self.batch and not self.within_unit:
            self.flush()

    def where(self, source):
        """Returns the stored position of a source. From then on, only this program may set it."""
        self.positions.pop(source, None)
        self.report(op="where", source=source)
        self.flush()
        if source not in self.positions:
            raise Refused(f"the service has no position of {source}")
        return self.positions[source]

    def flush(self):
        """Waits until all operations are on the service's disk."""
        last_moved = time.monotonic()
        pause = 0.01
        while self.waiting:
            try:
                self._send()
                last_moved = time.monotonic()
                pause = 0.01
            except (OSError, http.client.HTTPException) as trouble:
                self._hang_up()
                if self.acknowledged is None and isinstance(trouble, FileNotFoundError):
                    raise ConnectionError(f"there is no service at {self.socket_path}") from trouble
                if pause == 0.01:
                    print(f"{self.source}: trying again: {trouble}", file=sys.stderr)
                if time.monotonic() - last_moved > self.patience:
                    raise ConnectionError(f"gave up: {trouble}") from trouble
                time.sleep(pause)
                pause = min(2 * pause, 1.0)

    def _send(self):
        if self.acknowledged is None:
            answer = self._ask("GET", f"/v1/sources/{self.source}")
            self.acknowledged = answer["acknowledged"]
        batch = self.waiting[: self._batch_end()]
        lines = "".join(json.dumps(self._known(each)) + "\n" for each in batch)
        answer = self._ask(
            "POST",
            f"/v1/sources/{self.source}/operations?first={self.acknowledged + 1}&session={self.session}",
            lines.encode(),
        )
        for kind, known in self.ids.items():
            known.update(answer["ids"][kind])
        for source, position in answer.get("positions", {}).items():
            self.positions[source] = base64.b64decode(position["base64"])
        problems = answer["problems"]
        if answer["acknowledged"] <= self.acknowledged and problems:
            raise Refused("the service accepts no further lines: " + problems[0]["problem"])
        for problem in problems:
            print(f"{self.source}: line {problem['line']}: {problem['problem']}", file=sys.stderr)
        self.refused += answer["refused"]
        # If the service accepted only the first lines, the next batch contains the others.
        del self.waiting[: answer["acknowledged"] - self.acknowledged]
        self.acknowledged = answer["acknowledged"]

    @staticmethod
    def _is_within_unit(was_within, operation):
        return operation["op"] == "begin" or (was_within and operation["op"] != "position")

    def _batch_end(self):
        """Returns the end of the next batch. A unit is not split, so a batch may be larger."""
        within_unit = False
        for number, operation in enumerate(self.waiting, 1):
            within_unit = self._is_within_unit(within_unit, operation)
            if number >= self.batch and not within_unit:
                return number
        return len(self.waiting)

    def _known(self, operation):
        """Replaces this program's ids, which are valid only within their batch, by the service's."""
        kinds = dict(REFERENCES)
        if operation["op"] in ENDS:
            kinds["effect"] = kinds["cause"] = ENDS[operation["op"]]
        return {
            field: self.ids[kinds[field]].get(value, value) if field in kinds and isinstance(value, str) else value
            for field, value in operation.items()
        }

    def _ask(self, method, path, body=None):
        if self.connection is None:
            self.connection = Connection(self.socket_path, timeout=120)
        headers = dict(self.host)
        if headers:  # the service compares the clocks
            headers["Colophon-Clock"] = str(int(time.time() * 1000))
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        text = response.read()
        if response.status in (408, 500, 503, 507):  # a later attempt may succeed
            raise ConnectionError(text.decode(errors="replace"))
        if response.status != 200:
            raise Refused(json.loads(text).get("detail", text))
        return json.loads(text)

    def _hang_up(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def close(self):
        self.flush()
        if self.acknowledged is not None and self.source.startswith("run-"):
            self._forget()
        self._hang_up()

    def _forget(self):
        """Deletes the source, which is not used again. If this fails, the service deletes it later."""
        try:
            self._ask("DELETE", f"/v1/sources/{self.source}")
            self.acknowledged = None
        except (OSError, http.client.HTTPException, Refused):
            pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()


class Program:
    """Reads and writes files, and reports these operations for its own process."""

    def __init__(self, reporter):
        self.reporter = reporter
        self.count = 0
        with open("/proc/self/stat", "rb") as stat:
            start = stat.read().rsplit(b")", 1)[1].split()[19].decode()
        with open("/proc/sys/kernel/random/boot_id") as boot:
            identity = ["report.py", boot.read().strip(), str(os.getpid()), start]
        reporter.report(
            op="process", id="me", identity=identity, pid=os.getpid(),
            executable=name(sys.executable),
            arguments=[name(each) for each in sys.argv],
            directory=name(os.getcwd()),
        )

    def _file(self, path):
        self.count += 1
        file = f"file{self.count}"
        self.reporter.report(op="object", id=file, path=name(os.path.abspath(path)))
        return file

    def read(self, path):
        with open(path, "rb") as file:
            content = file.read()
        self.reporter.report(op="read", process="me", object=self._file(path), bytes=len(content))
        return content

    def write(self, path, content, **facts):
        with open(path, "wb") as file:
            file.write(content)
        written = self._file(path)
        self.reporter.report(op="cut", process="me", object=written)
        self.reporter.report(op="write", process="me", object=written, bytes=len(content))
        if facts:
            data = json.dumps(facts)
            self.reporter.report(op="extended", process="me", object=written, type="application/json", data=data)

    def exit(self, status=0):
        self.reporter.report(op="exit", process="me", status=status)


def main(arguments):
    if len(arguments) != 4 or arguments[1] != "copy":
        print("usage: report.py SOCKET copy FROM TO", file=sys.stderr)
        return 2
    socket_path, _, source, target = arguments
    try:
        with Reporter(socket_path, "run-report.py-%d" % os.getpid()) as reporter:
            program = Program(reporter)
            program.write(target, program.read(source), copied_from=os.path.abspath(source))
            program.exit()
    except (OSError, Refused) as trouble:
        print(f"report.py: {trouble}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

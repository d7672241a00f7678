# SPDX-License-Identifier: Apache-2.0
"""Finds a service and sends requests to it."""

import base64
import http.client
import json
import os
import socket
import ssl
import struct
import threading
import time
from pathlib import Path
from typing import Any, Dict, Mapping, Optional, Union
from urllib.parse import urlsplit

PathLike = Union[str, "os.PathLike[str]"]

# While ``quiet.on`` is true, the audit hook ignores the thread: it works for Colophon itself.
quiet = threading.local()


class Refused(Exception):
    """The service rejects a request, and would reject it again."""


class NoService(ConnectionError):
    """No service runs where one is expected."""


def name(text: Union[PathLike, bytes]) -> Union[str, Dict[str, str]]:
    """Returns a name or argument in the form of the protocol; it may not be UTF-8."""
    encoded = os.fsencode(text)
    try:
        return encoded.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(encoded).decode()}


def store_directory() -> Path:
    """Returns the store that the command ``colophon`` uses by default."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    return Path(os.environ.get("COLOPHON_STORE") or Path(data, "colophon"))


def this_host() -> Dict[str, str]:
    """Returns the headers by which a service knows this host."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    machine = Path("/etc/machine-id").read_text().strip()
    return {"Colophon-Host": machine, "Colophon-Host-Name": socket.gethostname(), "Colophon-Boot": boot}


class _SocketFile(http.client.HTTPConnection):
    """HTTP over a socket file. With a store, checks who listens there."""

    def __init__(self, path: str, store: Optional[Path], timeout: float) -> None:
        super().__init__("localhost", timeout=timeout)
        self._path, self._store = path, store

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)
        if self._store is None:
            return
        user = struct.unpack("3i", self.sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
        address = self._store / "service.json"
        # After a service was killed, another user may listen in a shared directory.
        if user not in (0, os.geteuid(), self._store.stat().st_uid, address.stat().st_uid):
            where = f"the untrusted user {user} listens on {self._path}, the service socket of {self._store}"
            raise Refused(f"{where}. If no service runs, delete {address}")


class Service:
    """A connection to a service. One thread at a time; connecting waits for the first request.

    The address is ``service``, else the environment variable ``COLOPHON_SERVICE``, else the running
    service of the store. It is ``https://HOST:PORT``, ``http://`` on the loopback, or a socket file.
    A URL needs a token: ``token``, else the content of ``token_file``, of the file that
    ``COLOPHON_TOKEN_FILE`` names, or of the store's file ``token``. The file may also contain a
    certificate and key in PEM. ``ca`` is a PEM file with certificates to trust.

    ``host`` has headers that name the reporting host. By default requests over https have those of
    this host.
    """

    def __init__(
        self, service: Optional[PathLike] = None, *, token: Optional[str] = None, token_file: Optional[PathLike] = None,
        ca: Optional[PathLike] = None, host: Optional[Mapping[str, str]] = None,
    ) -> None:  # fmt: skip
        self._store = store_directory()
        self._given = os.fspath(service or os.environ.get("COLOPHON_SERVICE", ""))
        self._token, self._ca, self._host = token, ca, host
        self._token_file = token_file or os.environ.get("COLOPHON_TOKEN_FILE") or self._store / "token"
        self._connection: Optional[http.client.HTTPConnection] = None
        self._headers: Dict[str, str] = {}

    def __str__(self) -> str:
        return self._given or f"the service of {self._store}"

    def ask(self, method: str, path: str, body: Optional[bytes] = None) -> Any:
        """Sends a request and returns its answer in JSON.

        Raises NoService if no service listens, ConnectionError if a later attempt may succeed, and
        Refused if it cannot.
        """
        try:
            if self._connection is None:
                self._connection = self._connect()
            headers = dict(self._headers)
            if "Colophon-Host" in headers:  # the service compares the clocks
                headers["Colophon-Clock"] = str(int(time.time() * 1000))
            self._connection.request(method, path, body, headers)
        except (FileNotFoundError, ConnectionRefusedError) as trouble:
            start = "check its address" if self._given else f"start one: colophon serve --store {self._store}"
            raise NoService(f"there is no service at {self._given or self._store}; {start}") from trouble
        response = self._connection.getresponse()
        text = response.read()
        if response.status in (408, 500, 503, 507):
            raise ConnectionError(text.decode(errors="replace"))
        answer = json.loads(text) if text else {}
        if response.status >= 300:
            raise Refused(answer.get("detail", f"status {response.status}"))
        return answer

    def close(self) -> None:
        """Closes the connection. A later request opens it again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _connect(self) -> http.client.HTTPConnection:
        if "://" in self._given:
            return self._connect_to(urlsplit(self._given))
        self._headers = dict(self._host or {})
        if self._given:
            return _SocketFile(self._given, None, 120)
        socket_file = json.loads((self._store / "service.json").read_bytes())["socket"]
        return _SocketFile(socket_file, self._store, 120)

    def _connect_to(self, url: Any) -> http.client.HTTPConnection:
        secure, is_local = url.scheme == "https", url.hostname in ("localhost", "127.0.0.1", "::1")
        if not url.port or not (secure or (url.scheme == "http" and is_local)):
            raise ValueError(f"a service is https://HOST:PORT, or http:// on the loopback, not {self._given}")
        try:
            token = self._token or Path(self._token_file).read_text().strip()
        except FileNotFoundError:
            raise ValueError(f"there is no token in {self._token_file}; name it in COLOPHON_TOKEN_FILE") from None
        self._headers = dict(this_host() if secure and self._host is None else self._host or {})
        has_certificate = "-----BEGIN " in token
        if not has_certificate:
            self._headers["Authorization"] = f"Bearer {token}"
        if not secure:
            return http.client.HTTPConnection(url.hostname, url.port, timeout=120)
        context = ssl.create_default_context(cafile=self._ca)
        if has_certificate:
            context.load_cert_chain(self._token_file)
        return http.client.HTTPSConnection(url.hostname, url.port, timeout=120, context=context)

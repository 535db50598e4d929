"""A static server for the site's folder: right types, compression, the headers of `_headers`."""

from __future__ import annotations

import gzip
import http.server
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sitekit.kinds import is_compressible, media_type
from sitekit.policy import read_headers_file
from sitekit.report import SiteError

HOST = "127.0.0.1"


@lru_cache(maxsize=256)
def _compressed(path: Path, changed: int) -> bytes:
    """Gzip a file; `changed` makes a rebuilt file a new question."""
    return gzip.compress(path.read_bytes(), 6, mtime=0)


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers GET and HEAD below the server's prefix."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        """Send what a file's answer would be headed with."""
        self._answer(with_body=False)

    def _answer(self, *, with_body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        prefix = self.server.prefix
        if path + "/" == prefix:
            self._send(301, b"", {"Location": prefix, "Content-Length": "0"}, with_body=False)
            return
        name = path.removeprefix(prefix) if path.startswith(prefix) else None
        file = None if name is None else self.server.find(name)
        if file is None or name is None:
            headers = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store"}
            self._send(404, b"This file is not here.\n", headers, with_body=with_body)
            return
        relative = file.relative_to(self.server.folder).as_posix()
        headers = {"Content-Type": media_type(relative)}
        headers["Cache-Control"] = "no-cache"
        for pattern, added in self.server.headers:
            if fnmatch("/" + relative, pattern):
                headers |= added
        if is_compressible(relative):
            headers["Vary"] = "Accept-Encoding"
        if is_compressible(relative) and "gzip" in self.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"] = "gzip"
            body = _compressed(file, file.stat().st_mtime_ns)
        else:
            body = file.read_bytes()
        self._send(200, body, headers, with_body=with_body)

    def _send(self, status: int, body: bytes, headers: dict[str, str], *, with_body: bool) -> None:
        self.send_response(status)
        for name, value in ({"Content-Length": str(len(body))} | headers).items():
            self.send_header(name, value)
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Say nothing for each request: the address is all a person needs to see."""


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    """Serves one folder on this machine only, at the root or below a sub-path."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, folder: Path, port: int, prefix: str = "/") -> None:
        self.folder = folder.resolve()
        if not (self.folder / "index.html").is_file():
            raise SiteError(f"{folder} holds no site: build it first with `make site`")
        self.prefix = f"/{prefix.strip('/')}/".replace("//", "/")
        listed = self.folder / "_headers"
        self.headers = read_headers_file(listed.read_text("utf-8")) if listed.is_file() else []
        try:
            super().__init__((HOST, port), Handler)
        except OSError as error:
            raise SiteError(
                f"cannot serve on port {port}: {error.strerror}. "
                "Another program may be using it: choose one with PORT=8001."
            ) from error

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return f"http://{HOST}:{self.server_address[1]}{self.prefix}"

    @contextmanager
    def running(self) -> Iterator[str]:
        """Serve beside the caller for as long as a `with` lasts; give the address."""
        thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield self.address
        finally:
            self.shutdown()
            thread.join()
            self.server_close()

    def find(self, name: str) -> Path | None:
        """Return the file of that name, if it lies in the folder."""
        path = (self.folder / name).resolve()
        if path.is_dir():
            path /= "index.html"
        return path if path.is_file() and path.is_relative_to(self.folder) else None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that hangs up in the middle, as they do when a tab is closed."""

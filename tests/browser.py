"""A real browser for the tests: Chromium, the site on a local server, a page that forgives nothing."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

PROJECT = Path(__file__).resolve().parent.parent
SITE_CODE = PROJECT / "site"
PORTS = range(8100, 8200)
PATIENCE = 60_000
"""How long Python may take to start on a busy machine, in milliseconds."""

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    # Whatever asks for another host gets no answer, and the console says so.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip

FIND = """const find = (root, selector) => {
  for (const each of root.querySelectorAll("*")) {
    if (each.matches(selector)) return each;
    const inside = each.shadowRoot && find(each.shadowRoot, selector);
    if (inside) return inside;
  }
};"""
"""A function for scripts in the page: the first element that matches, inside shadow roots too."""


def chromium() -> str:
    """Return the path of the machine's Chromium."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        raise RuntimeError("There is no Chromium here: run `make chromium`.")
    return found


def build_site(output: Path, *options: str) -> Path:
    """Build the site with the tests' views beside the real ones."""
    command = [
        *(sys.executable, str(SITE_CODE / "build.py"), "--if-changed", "--output", str(output)),
        *("--apps", str(PROJECT / "tests" / "site" / "apps"), *options),
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return output


def free_port() -> int:
    """Return a port of the tests' own range that nobody uses."""
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"All ports from {PORTS.start} to {PORTS.stop - 1} are in use.")


@contextmanager
def serving(folder: Path, prefix: str = "/") -> Iterator[str]:
    """Serve a folder from this process; give the address."""
    from sitekit.serving import Server

    server = Server(folder, free_port(), prefix)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.address
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class ServerProcess:
    """The server as its own process, to be ended in the middle of a test."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        command = [sys.executable, str(SITE_CODE / "serve.py"), str(folder)]
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.address = re.findall(r"http\S+", line)[0]

    def end(self) -> None:
        """End the process and wait until it is gone."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


class Watch:
    """Notes everything that must not happen while a page is open."""

    def __init__(self, context: BrowserContext, allowed: str = "http://127.0.0.1:") -> None:
        self.problems: list[str] = []
        self.requests: list[str] = []
        self._allowed = allowed
        self._forgiven: list[str] = []
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", lambda error: self.problems.append(f"page error: {error.error}"))

    def forgive(self, pattern: str) -> None:
        """Let pass what a test provokes on purpose."""
        self._forgiven.append(pattern)

    def check(self) -> None:
        """Fail if anything happened that was not provoked."""
        left = [
            problem
            for problem in self.problems
            if not any(re.search(pattern, problem) for pattern in self._forgiven)
        ]
        assert not left, "\n".join(left)

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)
        if not request.url.startswith((self._allowed, "data:", "blob:")):
            self.problems.append(f"request to another host: {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        # Chromium tells violations of the Content-Security-Policy as errors on the console.
        noise = "WebGL" in message.text  # Bokeh keeps a context for each figure it has drawn
        if message.type in ("error", "warning") and not noise:
            where = message.location.get("url", "")
            self.problems.append(f"console {message.type}: {message.text} ({where})")


def open_view(page: Page, site: str, name: str, **state: object) -> None:
    """Open a view and wait until it is drawn."""
    query = urlencode({"view": name, **{key: str(value) for key, value in state.items()}})
    page.goto(f"{site}?{query}")
    page.locator(f"#view-{name}[data-drawn]").wait_for(timeout=PATIENCE)


def wait_for_python(page: Page) -> None:
    """Wait until Python is ready."""
    page.locator("html[data-python=ready]").wait_for(timeout=PATIENCE, state="attached")


def wait_until_kept(page: Page) -> None:
    """Wait until the service worker has the whole site."""
    page.locator("html[data-offline=kept]").wait_for(timeout=PATIENCE, state="attached")


def axe_source() -> str:
    """Return the accessibility checker, verified against the runtime lock."""
    from sitekit.fetching import Store
    from sitekit.lockfile import read_lock
    from sitekit.paths import LOCK, cache_folder

    lock = read_lock(LOCK)
    store = Store(lock, cache_folder())
    store.ensure(("test",))
    return store.read("axe.min.js").decode()


def axe_violations(page: Page, within: str = "body") -> list[str]:
    """Run axe-core on a page; return what it finds, one line for each element."""
    # Evaluated through the debugger: the page's own policy would rightly refuse to load it.
    page.evaluate(axe_source())
    found: dict[str, Any] = page.evaluate(
        "(within) => axe.run(within, {resultTypes: ['violations']})", within
    )
    return [
        f"{violation['id']} ({violation['impact']}): {node['html'][:160]} {node['target']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def until(condition: Any, seconds: float = 10.0, what: str = "the condition") -> None:
    """Wait until a condition holds, outside the page."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{what} did not come true in {seconds:g} s"
        time.sleep(0.05)


def copy_site(folder: Path, target: Path) -> Path:
    """Copy a site, to be damaged."""
    return Path(shutil.copytree(folder, target))


def find_file(folder: Path, pattern: str) -> Path:
    """Return the one file of a site that a pattern names."""
    (found,) = folder.rglob(pattern)
    return found


__all__ = [
    "FIND", "FLAGS", "PATIENCE", "PROJECT", "SITE_CODE", "ServerProcess", "Watch",
    "axe_violations", "build_site", "chromium", "copy_site", "find_file", "free_port", "open_view",
    "serving", "until", "wait_for_python", "wait_until_kept",
]  # fmt: skip

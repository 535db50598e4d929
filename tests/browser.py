"""A real browser for the tests: Chromium, the site on a local server, a page that forgives nothing."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode, urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Request

PROJECT = Path(__file__).resolve().parent.parent
SITE_CODE = PROJECT / "site"
PICTURES = PROJECT / "build" / "screenshots"
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

    with Server(folder, free_port(), prefix).running() as address:
        yield address


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


class View:
    """An open view of the site, with the words of a person who uses it."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self._home = page.locator(f"#view-{name}")

    def at(self, selector: str) -> Locator:
        """Return a part of the view."""
        return self._home.locator(f".stage {selector}")

    def key(self, key: str) -> Locator:
        """Return the part with that key."""
        return self.at(f'[data-key="{key}"]')

    def button(self, name: str) -> Locator:
        """Return the button with that name."""
        return self._home.get_by_role("button", name=name, exact=True)

    def label(self, words: str) -> Locator:
        """Return the field with that label."""
        return self._home.get_by_label(words, exact=True)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def visit(self, **state: object) -> None:
        """Go to a link of the open view, as Back and Forward do."""
        link = {"view": self.name, **{key: str(value) for key, value in state.items()}}
        self.page.evaluate(
            """query => {
              history.pushState(null, "", query);
              dispatchEvent(new PopStateEvent("popstate"));
              document.activeElement.blur();
            }""",
            f"?{urlencode(link)}",
        )

    @property
    def link(self) -> dict[str, str]:
        """What the address says."""
        query = parse_qs(urlsplit(self.page.evaluate("location.href")).query)
        return {key: values[-1] for key, values in query.items()}

    def expect_link(self, **parts: str) -> None:
        """Wait until the address says so."""
        what = f"{parts} in the address"
        until(lambda: {**parts, "view": self.name}.items() <= self.link.items(), what=what)

    def said(self, words: str, patience: float = 20_000) -> None:
        """Wait until a screen reader was told *words*."""
        announced = self.page.locator("#announcer").filter(has_text=words)
        announced.wait_for(timeout=patience, state="attached")

    def check(self, picture: str) -> None:
        """Keep a picture of this state, and have axe-core look at it."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        path = PICTURES / f"{self.name}-{picture}.png"
        self.page.screenshot(path=path, full_page=True)
        found = axe_violations(self.page)
        assert not found, "\n".join(found)


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

"""Measure the site's start and answers beside their peers, in one Chromium: `python site/bench.py`."""

from __future__ import annotations

import argparse
import gzip
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from sitekit import response
from sitekit.build import Options, build
from sitekit.fetching import Store
from sitekit.kinds import is_compressible
from sitekit.lockfile import read_lock
from sitekit.paths import LOCK, OUTPUT, PROJECT, cache_folder
from sitekit.peers import write_peers
from sitekit.report import SiteError, fail
from sitekit.serving import Server
from sitekit.weight import LAB, NEVER_ASKED_FOR, PARTS, part_of

PATIENCE = 180_000
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync")  # fmt: skip
HELLO = PROJECT / "tests" / "site" / "apps"
# How each view is asked for a first answer: the click, and what shows that Python answered.
FIRST_PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""


@contextmanager
def serving(folder: Path, port: int) -> Iterator[str]:
    """Serve a folder for the length of a measurement."""
    server = Server(folder, port)
    server.headers = []  # the peers know no policy; the comparison is about speed
    with server.running() as address:
        yield address


def bare(page: Page, address: str) -> float:
    """Return when bare Pyodide gave its first result."""
    page.goto(address)
    page.wait_for_function("window.answered", timeout=PATIENCE)
    return float(page.evaluate("answered"))


def counted(page: Page, address: str) -> float:
    """Return when the small view with a button answered a click."""
    page.goto(address)
    button = page.get_by_role("button", name="Another tile")
    button.wait_for(timeout=PATIENCE)
    button.click()
    page.get_by_text("3 pips, 1 clicks").wait_for(timeout=PATIENCE)
    return float(page.evaluate("performance.now()"))


def stepped(page: Page, address: str) -> float:
    """Return when the step view showed the next step after a key. (The address follows later.)"""
    page.goto(address)
    page.locator("#view-step[data-drawn]").wait_for(timeout=PATIENCE)
    shown = page.locator("#view-step .where b")
    following = str(int(shown.text_content(timeout=PATIENCE) or "") + 1)
    page.keyboard.press("ArrowRight")
    shown.filter(has_text=following).wait_for(timeout=PATIENCE)
    return float(page.evaluate("performance.now()"))


def cold(
    browser: Browser, measure: Callable[[Page, str], float], address: str
) -> tuple[float, float]:
    """Measure with an empty cache; return the time and the first paint."""
    context = browser.new_context()
    try:
        page = context.new_page()
        return measure(page, address), float(
            page.evaluate(FIRST_PAINT) if measure is not bare else 0
        )
    finally:
        context.close()


def again(browser: Browser, measure: Callable[[Page, str], float], address: str) -> float:
    """Measure a second visit, after the first one has kept everything."""
    context = browser.new_context()
    try:
        page = context.new_page()
        measure(page, address)
        page.locator("html[data-offline=kept]").wait_for(state="attached", timeout=PATIENCE)
        page.close()
        page = context.new_page()
        return measure(page, address)
    finally:
        context.close()


def answering(browser: Browser, address: str) -> list[tuple[str, str, str]]:
    """Measure how fast the step view answers a key, beside the least that Panel can do."""
    context = browser.new_context()
    try:
        found = response.measure(context.new_page(), address)
    finally:
        context.close()
    rows = []
    for how, one in (("at rest", found.at_rest), ("back to back", found.back_to_back)):
        rows += [
            (f"a slider changes a line of text, {how}", f"{one.slider:.1f} ms", ""),
            (f"a key redraws the step view's board, {how}", f"{one.step:.1f} ms", ""),
            ("against the slider", f"{one.ratio:.2f} times", f"at most {response.MOST:g}"),
        ]
    return rows


def sent_bytes(folder: Path) -> dict[str, int]:
    """Return what a cold visit transfers, by part, compressed as the server does it."""
    parts: dict[str, int] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        # The notebooks are fetched by whoever opens them, and by nobody else.
        if not path.is_file() or name.startswith(LAB) or name in NEVER_ASKED_FOR:
            continue
        data = path.read_bytes()
        size = len(gzip.compress(data, 6)) if is_compressible(path.name) else len(data)
        parts[part_of(name)] = parts.get(part_of(name), 0) + size
    return {words: parts[words] for words, _ in PARTS if words in parts}


def table(rows: list[tuple[str, str, str]]) -> str:
    """Write rows as the table that the docs keep."""
    lines = ["| what | measured | goal |", "| --- | ---: | --- |"]
    return "\n".join(lines + [f"| {what} | {value} | {goal} |" for what, value, goal in rows])


def measure_all(browser: Browser, folder: Path, rounds: int) -> list[tuple[str, str, str]]:
    """Measure everything, one after the other, several times, and take the medians."""
    lock = read_lock(LOCK)
    store = Store(lock, cache_folder())
    times: dict[str, list[float]] = {}
    paints: list[float] = []
    with tempfile.TemporaryDirectory() as place:
        small, peers = Path(place) / "site", Path(place) / "peers"
        build(Options(small, [PROJECT / "apps", HELLO], lab=False))
        write_peers(lock, store, peers)
        has_step = 'data-view="step"' in (folder / "index.html").read_text(encoding="utf-8")
        with serving(small, 8190) as ours, serving(peers, 8191) as others:
            tasks: list[tuple[str, Callable[[Page, str], float], str]] = [
                ("bare", bare, others),
                ("hello", counted, f"{ours}?view=hello"),
                ("stock", counted, f"{others}stock.html"),
            ]
            if has_step:
                tasks.append(("step", stepped, f"{ours}?view=step"))
            for number in range(rounds + 1):
                for name, task, address in tasks:
                    took, paint = cold(browser, task, address)
                    if number:  # the first run warms the server and the machine
                        times.setdefault(name, []).append(took)
                        if name == "hello":
                            paints.append(paint)
                if number:
                    second = again(browser, counted, f"{ours}?view=hello")
                    times.setdefault("second", []).append(second)
                print(f"      run {number} of {rounds}", file=sys.stderr, flush=True)
            answers = answering(browser, ours) if has_step else []
    return _rows(times, paints, sent_bytes(folder)) + answers


def _rows(
    times: dict[str, list[float]], paints: list[float], sent: dict[str, int]
) -> list[tuple[str, str, str]]:
    seconds = {name: statistics.median(values) / 1000 for name, values in times.items()}
    paint = statistics.median(paints) / 1000
    bare_time, hello, stock = seconds["bare"], seconds["hello"], seconds["stock"]
    rows = [
        ("bare `loadPyodide`, first result", f"{bare_time:.2f} s", ""),
        ("a small view answers a click, cold", f"{hello:.2f} s", ""),
        ("against bare Pyodide", f"{hello / bare_time:.2f} times", "at most 2.5, aim 2"),
        ("the same view by `panel convert`'s sequence", f"{stock:.2f} s", ""),
        ("against that", f"{hello / stock:.2f}", "at most 0.33"),
        ("first content on screen", f"{paint:.2f} s", ""),
        ("share of the time to interactive", f"{paint / hello:.2f}", "at most 0.25"),
        ("second visit, kept in the browser", f"{seconds['second']:.2f} s", f"below {hello:.2f} s"),
    ]
    if "step" in seconds:
        step = seconds["step"]
        rows.append(("the step view answers a key, cold", f"{step:.2f} s", ""))
        rows.append(("against bare Pyodide", f"{step / bare_time:.2f} times", "at most 2.5, aim 2"))
        rows.append(("against `panel convert`'s sequence", f"{step / stock:.2f}", "at most 0.33"))
    for part, size in sent.items():
        rows.append((f"sent: {part}", f"{size / 1e6:.2f} MB", ""))
    rows.append(
        ("sent in all on a cold visit", f"{sum(sent.values()) / 1e6:.2f} MB", "at most 12 MB")
    )
    return rows


def main() -> int:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured")
    options = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        return fail(SiteError("there is no Chromium here: run `make chromium`"))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
            print(f"Chromium {browser.version}, {options.rounds} runs, medians\n", flush=True)
            rows = measure_all(browser, OUTPUT, options.rounds)
            browser.close()
    except SiteError as error:
        return fail(error)
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())

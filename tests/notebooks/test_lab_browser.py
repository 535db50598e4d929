"""JupyterLite on the site, in a real browser: it opens, runs, moves, and asks no other host."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

import browser as tools
from apps.scoring.notebook import notebook as worksheet
from apps.scoring.question import Setting
from lessons import FIRST
from sitekit import weight
from sitekit.own import read_tree
from sitekit.slim import Tree

pytestmark = pytest.mark.browser
MOST = 45_000_000
"""What a first visit of the notebooks may load, with every archive unpacked."""
RAN = """() => {
  const prompts = [...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")];
  return prompts.length > 3 && prompts.every((prompt) => /\\[\\d+\\]/.test(prompt.textContent));
}"""
SAVE = """([path, content]) =>
  jupyterapp.serviceManager.contents.save(path, { type: "notebook", format: "json", content })"""
COMMAND = "([name, options]) => jupyterapp.commands.execute(name, options)"


def open_lab(page: Page, site: str, name: str = FIRST) -> None:
    page.goto(f"{site}lab/?path={name}")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=tools.PATIENCE)
    page.locator("#jupyterlite-loading-indicator").wait_for(state="detached")


def run_all(page: Page) -> None:
    page.evaluate(COMMAND, ["notebook:clear-all-cell-outputs", {}])
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(RAN, timeout=2 * tools.PATIENCE)
    expect(page.locator("[data-mime-type='application/vnd.jupyter.error']")).to_have_count(0)
    expect(page.locator("[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)


def asked_for(watch: tools.Watch, site: str, folder: Path) -> Tree:
    """Return the files that a visit asked for, its service worker included, each once."""
    base = urlsplit(site).path
    paths = {
        unquote(urlsplit(url).path).removeprefix(base) for url in watch.requests if url.startswith(site)
    }  # fmt: skip
    names = {f"{path}index.html" if not path or path.endswith("/") else path for path in paths}
    return {name: (folder / name).read_bytes() for name in names if (folder / name).is_file()}


def check_weight(visit: Tree, folder: Path) -> None:
    """Hold a first visit to its limit, and the build to what it says of one."""
    if os.environ.get("DOMINOLAB_WRITE_GOLDEN"):
        listed = sorted(path for path in visit if path.startswith(weight.LAB))
        weight.FIRST_VISIT.write_text("\n".join(listed) + "\n", encoding="utf-8")
    weighed = weight.total(weight.by_part(visit, visit)).unpacked
    assert 30_000_000 < weighed <= MOST
    site = read_tree(folder)
    told = weight.total(weight.by_part(site, weight.first_visit(site))).unpacked
    assert weighed == pytest.approx(told, rel=0.01), "DOMINOLAB_WRITE_GOLDEN=1 lists the visit anew"


def test_the_first_lesson_runs_to_its_end_below_a_sub_path_and_offline(
    page: Page, site_folder: Path, watch: tools.Watch
) -> None:
    with tools.serving(site_folder, "/school/maths/") as site:
        open_lab(page, site)
        expect(page.get_by_role("heading", name="1. A first round")).to_be_visible()
        expect(page.locator(".jp-MarkdownOutput img")).to_have_js_property("complete", True)
        run_all(page)
        assert all(url.startswith(("blob:", "data:", site)) for url in watch.requests
                   if not url.endswith("/api/service-worker-heartbeat"))  # fmt: skip
        check_weight(asked_for(watch, site, site_folder), site_folder)

        # A slider moves a live widget: Python draws the table of another step.
        output = page.locator(".jp-CodeCell", has_text="round.show()").locator(".jp-OutputArea")
        expect(output).to_contain_text("Ann has no tiles left: the round is over.")
        handle = output.get_by_role("slider")
        handle.focus()
        for _ in range(3):
            handle.press("ArrowLeft")
        expect(output.get_by_text("Step: 10")).to_be_visible()
        expect(output).not_to_contain_text("Ann has no tiles left")
        output.get_by_role("button", name="Back").click()
        expect(output.get_by_text("Step: 9")).to_be_visible()

        # Tab completes a name of the library.
        page.locator(".jp-CodeCell .cm-content").last.click()
        expect(page.get_by_text("Mode: Edit")).to_be_visible()
        page.keyboard.press("Control+End")
        page.keyboard.type("\ndl.ru")
        page.keyboard.press("Tab")
        expect(page.locator(".jp-Completer")).to_contain_text(".rulesets")
        page.keyboard.press("Enter")
        expect(page.locator(".jp-CodeCell .cm-content").last).to_contain_text("dl.rules")

        # The link back opens the same round in the view, beside the notebook.
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="the step view").click()
        assert opened.value.url.startswith(f"{site}?view=step&rules=muggins")
        opened.value.close()

        with page.expect_download() as saved:
            page.evaluate(COMMAND, ["docmanager:download", {}])
        assert saved.value.suggested_filename == FIRST
        page.keyboard.press("Control+s")
        expect(page.locator(".lm-TabBar-tab.jp-mod-dirty")).to_have_count(0)
    # The server is gone: what was visited stays, and so does what the reader did.
    watch.forgive("ERR_INTERNET_DISCONNECTED|An unknown error occurred when fetching the script")
    # Stored widgets may be cleared below while they are still being drawn.
    watch.forgive("Error rendering Bokeh model: could not find")
    page.context.set_offline(True)  # it would still answer on the connections that are open
    page.reload()
    kept = page.locator(".jp-CodeCell .jp-RenderedSVG").first
    expect(kept).to_be_visible(timeout=tools.PATIENCE)
    run_all(page)


def test_a_worksheet_of_the_scoring_view_and_pandas_run_in_the_lab(
    page: Page, site: str, watch: tools.Watch
) -> None:
    watch.forgive("No exact match found for python, using kernel python")  # it names `python3`
    open_lab(page, site)
    content = json.loads(worksheet(Setting(seed=3, count=3)))
    content["cells"].append(
        {
            "cell_type": "code", "execution_count": None, "id": "table", "metadata": {},
            "outputs": [], "source": [
                "import pandas, numpy, random\n",
                "name = open('1-first-round.ipynb').read()[:1]\n",
                "print(name, numpy.random.default_rng(1).integers(9))\n",
                "dl.simulate('block', players=2, rounds=200, seed=1).to_pandas().shape",
            ],
        }
    )  # fmt: skip
    page.evaluate(SAVE, ["worksheet.ipynb", content])
    page.evaluate(COMMAND, ["docmanager:open", {"path": "worksheet.ipynb"}])
    shown = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    expect(shown.get_by_role("heading", name="Domino scores")).to_be_visible()
    page.evaluate(COMMAND, ["notebook:run-all-cells", {}])
    expect(shown.locator(".jp-OutputArea").last).to_contain_text(
        re.compile(r"\{ \d"), timeout=2 * tools.PATIENCE
    )
    expect(page.locator("[data-mime-type='application/vnd.jupyter.error']")).to_have_count(0)


def open_cells(page: Page, kind: str, *sources: str) -> Callable[[], Locator]:
    """Open a notebook of these cells; each call runs the next one and returns what it shows."""
    cells: list[dict[str, object]] = [
        {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": [text]}
        | ({"execution_count": None, "outputs": []} if kind == "code" else {})
        for number, text in enumerate(sources)
    ]
    kernel = {"kernelspec": {"name": "python", "display_name": "Python", "language": "python"}}
    content = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    page.evaluate(SAVE, ["cells.ipynb", content])
    page.evaluate(COMMAND, ["docmanager:open", {"path": "cells.ipynb"}])
    shown = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    expect(shown.locator(".jp-Cell")).to_have_count(len(cells))
    numbers = iter(range(len(cells)))

    def run_next() -> Locator:
        page.evaluate(COMMAND, ["notebook:run-cell-and-select-next", {}])
        return shown.locator(".jp-Cell").nth(next(numbers)).locator(".jp-OutputArea")

    return run_next


def test_modules_that_few_need_come_when_they_are_imported(
    page: Page, site: str, watch: tools.Watch, context: BrowserContext
) -> None:
    watch.forgive("narwhals.bin|504|ERR_FAILED|Could not resolve location of")
    open_lab(page, site)
    run_next = open_cells(
        page,
        "code",
        "from importlib.util import find_spec; bool(find_spec('pandas'))",
        "import numpy\nnumpy.random.default_rng(1).integers(9)",
        "'naïve €'.encode('cp1252')",
        "import dominolab as dl\ndl.simulate('block', rounds=200, seed=1).to_pandas().shape",
        "%pip install tensors",
        "import narwhals",
        "import narwhals\nnarwhals.__name__",
    )
    # To ask for a module is not to import it.
    expect(run_next()).to_contain_text("True", timeout=tools.PATIENCE)
    fetched = [url for url in watch.requests if url.endswith(".bin")]
    assert not [url for url in fetched if re.search(r"lab/(?!kernel)", url)]
    # By an attribute, inside a package of the standard library, and by what a library imports.
    expect(run_next()).to_contain_text("np.int64(4)")
    expect(run_next()).to_contain_text(r"b'na\xefve \x80'")
    expect(run_next()).to_contain_text(", 12)", timeout=tools.PATIENCE)
    expect(run_next()).to_contain_text("ask no other host")
    # What could not be fetched is told, and may be had later.
    context.route("**/lab/narwhals.bin", lambda route: route.abort())
    expect(run_next()).to_contain_text("Check the network")
    context.unroute("**/lab/narwhals.bin")
    expect(run_next()).to_contain_text("'narwhals'")


def test_a_cell_run_before_the_kernel_is_there_waits_and_its_labels_can_be_read_in_the_dark(
    page: Page, site: str
) -> None:
    page.emulate_media(color_scheme="dark")
    open_lab(page, site)
    page.evaluate("() => void jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(RAN, timeout=tools.PATIENCE)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("Step: 13")).to_have_css("color", re.compile(r"rgba?\(255, 255, 255"))


def test_a_formula_is_set_although_the_lessons_need_none(page: Page, site: str) -> None:
    open_lab(page, site)
    open_cells(page, "markdown", r"A hand counts $\sum_i p_i$.")
    expect(page.locator("mjx-container")).to_be_visible()


def test_a_kernel_that_cannot_be_loaded_is_told_in_words(
    page: Page, site: str, watch: tools.Watch, context: BrowserContext
) -> None:
    watch.forgive("ERR_FAILED|DownloadError|Failed to fetch|kernel.bin|504|Kernel|disposed")
    context.route("**/lab/kernel.bin", lambda route: route.abort())
    open_lab(page, site)
    told = page.get_by_text("Python could not be started")
    expect(told.first).to_contain_text("lab/kernel.bin", timeout=tools.PATIENCE)
    expect(page.get_by_role("link", name="Dominolab", exact=True)).to_have_attribute("href", site)


def test_the_views_load_nothing_of_the_lab(
    page: Page, site: str, watch: tools.Watch, open_view: Callable[..., None]
) -> None:
    open_view("hello")
    tools.wait_until_kept(page)
    page.goto(site)
    tools.wait_for_python(page)
    assert not [url for url in watch.requests if "/lab/" in url or "es-module-shims" in url]
    kept = page.evaluate(
        """async () => {
          const cache = await caches.open((await caches.keys())[0]);
          return (await cache.keys()).map((request) => request.url);
        }"""
    )
    assert len(kept) > 30
    assert not [url for url in kept if "/lab/" in url]


def test_the_door_and_the_views_lead_to_the_notebooks(
    page: Page, site: str, open_view: Callable[..., None]
) -> None:
    page.goto(site)
    expect(page.locator("a.door[href='lab/']")).to_contain_text("Notebooks")
    expect(page.locator(".views a[href='lab/']")).to_be_visible()
    tools.wait_for_python(page)
    open_view("step")
    link = page.locator("#view-step .deeper a")
    expect(link).to_have_text("A first round, step by step")
    expect(link).to_have_attribute("href", f"lab/?path={FIRST}")


def test_the_lab_has_a_policy_of_its_own_that_stays_on_the_host(
    context: BrowserContext, site: str
) -> None:
    header = context.request.get(f"{site}lab/").headers["content-security-policy"]
    parts = dict(part.strip().split(" ", 1) for part in header.split(";"))
    assert parts["default-src"] == "'none'"
    assert parts["connect-src"] == "'self' data: blob:"
    assert not re.search(r"https?:|\*", header)
    strict = context.request.get(site).headers["content-security-policy"]
    assert "unsafe-eval" not in strict.replace("wasm-unsafe-eval", "")

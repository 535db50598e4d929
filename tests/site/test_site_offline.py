"""After one visit the site needs no server, and what is damaged heals."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import browser as tools

pytestmark = pytest.mark.browser

EDIT_CACHE = """async ([pattern, action]) => {
  const name = (await caches.keys()).find((key) => key.startsWith("dominolab-"));
  const cache = await caches.open(name);
  let done = 0;
  for (const request of await cache.keys()) {
    if (!new RegExp(pattern).test(request.url)) continue;
    done += 1;
    if (action === "delete") await cache.delete(request);
    else {
      const headers = { "Content-Type": "application/octet-stream" };
      await cache.put(request, new Response("damaged", { headers }));
    }
  }
  return done;
}"""


@pytest.fixture
def server(site_folder: Path) -> Iterator[tools.ServerProcess]:
    process = tools.ServerProcess(site_folder)
    yield process
    process.end()


def visit(page: Page, address: str) -> None:
    page.goto(address)
    tools.wait_until_kept(page)


def use(page: Page, address: str) -> None:
    page.goto(f"{address}?view=hello")
    page.get_by_role("button", name="Another tile").click(timeout=tools.PATIENCE)
    expect(page.locator("#answer")).to_have_text("3 pips, 1 clicks")


def test_after_one_visit_the_whole_site_works_with_the_server_gone(
    page: Page, server: tools.ServerProcess, watch: tools.Watch
) -> None:
    visit(page, server.address)
    server.end()
    # The browser asks whether the service worker is still the newest, in vain.
    watch.forgive(
        "ERR_CONNECTION_REFUSED.*sw.js|An unknown error occurred when fetching the script"
    )
    use(page, server.address)
    page.locator(".views a[data-view=workbench]").click()
    page.locator("#tile-6-3").click()
    expect(page.locator("#told")).to_have_text("1: 6-3")
    page.goto(server.address)
    expect(page.get_by_role("button", name="Yes")).to_be_visible()


def test_a_damaged_and_a_lost_file_in_the_cache_are_fetched_anew(
    page: Page, server: tools.ServerProcess, watch: tools.Watch
) -> None:
    visit(page, server.address)
    assert page.evaluate(EDIT_CACHE, ["stack\\.bin$", "damage"]) == 1
    assert page.evaluate(EDIT_CACHE, ["shell/.*\\.js$", "delete"]) > 5
    use(page, server.address)
    tools.wait_until_kept(page)
    server.end()
    watch.forgive(
        "ERR_CONNECTION_REFUSED.*sw.js|An unknown error occurred when fetching the script"
    )
    use(page, server.address)


def test_a_damaged_file_without_a_server_is_told(
    page: Page, server: tools.ServerProcess, watch: tools.Watch
) -> None:
    visit(page, server.address)
    assert page.evaluate(EDIT_CACHE, ["numpy\\.bin$", "damage"]) == 1
    # The browser's ordinary cache would still have it.
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    server.end()
    watch.forgive("ERR_CONNECTION_REFUSED|An unknown error|504|download:|DownloadError|ERR_FAILED")
    page.goto(server.address)
    expect(page.locator("#problem h2")).to_have_text(
        "A part of Dominolab did not arrive", timeout=tools.PATIENCE
    )
    expect(page.locator("#problem")).to_contain_text("numpy.bin")
    expect(page.get_by_role("rowheader", name="Opener").first).to_be_visible()


def test_a_new_version_is_offered_and_taken_up_cleanly(
    page: Page, site_folder: Path, tmp_path: Path
) -> None:
    more = tmp_path / "apps"
    more.mkdir()
    source = (tools.PROJECT / "tests" / "site" / "apps" / "hello.py").read_text()
    (more / "newer.py").write_text(source.replace("Count pips", "Newer view"))
    newer = tools.build_site(tmp_path / "newer", "--apps", str(more))
    served = tmp_path / "served"
    shutil.copytree(site_folder, served)
    with tools.serving(served) as address:
        visit(page, address)
        before = page.evaluate("dominolab.version")
        shutil.rmtree(served)
        shutil.copytree(newer, served)
        page.reload()
        # The old version goes on working until the reader takes the new one.
        assert page.evaluate("dominolab.version") == before
        page.get_by_role("button", name="Take it").click(timeout=tools.PATIENCE)
        expect(page.locator(".views a[data-view=newer]")).to_be_visible(timeout=tools.PATIENCE)
        assert page.evaluate("dominolab.version") != before
        tools.wait_until_kept(page)
        assert len(page.evaluate("caches.keys()")) == 1


def test_the_site_can_be_installed(page: Page, context: BrowserContext, site: str) -> None:
    visit(page, site)
    devtools = context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert not manifest["errors"]
    icons = json.loads(manifest["data"])["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        answer = page.request.get(site + icon["src"])
        assert answer.ok
        assert re.match(r"image/(png|svg)", answer.headers["content-type"])
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The tests' own profile is a private window, in which nothing can be installed.
    assert [error["errorId"] for error in errors] in ([], ["in-incognito"])


def test_a_visit_on_which_one_file_fails_keeps_the_site_as_soon_as_it_can(
    page: Page, watch: tools.Watch, site_folder: Path, tmp_path: Path
) -> None:
    watch.forgive("404|did not arrive as it was built")
    folder = tools.copy_site(site_folder, tmp_path / "site")
    icon = tools.find_file(folder, "icon-maskable-512.png")
    away = icon.rename(tmp_path / "icon.png")
    with tools.serving(folder) as address:
        page.goto(address)
        told = page.locator("#loading-text")
        expect(told).to_have_text("Ready, as long as there is a network.", timeout=tools.PATIENCE)
        away.rename(icon)
        tools.wait_until_kept(page)
        expect(told).to_have_text("Ready, with or without a network.")
        page.goto("about:blank")

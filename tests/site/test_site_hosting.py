"""The same folder on any host: at the root, below a sub-path, with plain or strict headers."""

from __future__ import annotations

import gzip
import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import browser as tools
from sitekit.check import check, foreign_addresses, open_site
from sitekit.report import SiteError

pytestmark = pytest.mark.browser


def ask(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, {k.lower(): v for k, v in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {}, error.read()


def test_the_site_works_below_a_sub_path_and_offline_there(
    page: Page, site_folder: Path, watch: tools.Watch
) -> None:
    with tools.serving(site_folder, "/school/maths/dominoes/") as address:
        page.goto(f"{address}?view=hello")
        page.get_by_role("button", name="Another tile").click(timeout=tools.PATIENCE)
        tools.wait_until_kept(page)
        assert all(url.startswith(("blob:", address)) for url in watch.requests)
    watch.forgive("ERR_CONNECTION_REFUSED|An unknown error occurred when fetching the script")
    page.goto(f"{address}?view=hello&pips=6")
    expect(page.locator("#answer")).to_have_text("6 pips, 0 clicks", timeout=tools.PATIENCE)


def test_the_policy_in_the_page_is_enough_where_a_host_sends_no_headers(
    page: Page, site_folder: Path, tmp_path: Path
) -> None:
    folder = tools.copy_site(site_folder, tmp_path / "site")
    (folder / "_headers").unlink()
    with tools.serving(folder) as address:
        status, headers, body = ask(address)
        assert status == 200
        assert "content-security-policy" not in headers
        assert b'http-equiv="Content-Security-Policy" content="default-src \'none\'' in body
        tools.open_view(page, address, "workbench")
        page.locator("#tile-6-3").click()
        expect(page.locator("#told")).to_have_text("1: 6-3")
        page.goto("about:blank")


def test_a_view_stands_in_a_frame_on_another_site(page: Page, site: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<!doctype html><title>A class</title><link rel="icon" href="data:,"><h1>Today</h1>'
        f'<iframe title="A round" width="900" height="700" src="{site}?view=step&embed=1"></iframe>'
    )
    with tools.serving(tmp_path) as address:  # another port is another site to a browser
        page.goto(address)
        frame = page.frame_locator("iframe")
        expect(frame.locator("#view-step[data-drawn]")).to_be_visible(timeout=tools.PATIENCE)
        expect(frame.get_by_role("region", name="Board")).to_be_visible()
        for chrome in (".head", ".foot", "#title-step", "#loading"):
            expect(frame.locator(chrome)).to_be_hidden()
        page.goto("about:blank")


def test_the_policy_stops_inline_scripts_and_other_hosts(
    page: Page, site: str, watch: tools.Watch
) -> None:
    watch.forgive("Content Security Policy|Refused to")
    page.goto(site)
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
          const picture = new Image();
          picture.src = "http://127.0.0.1:9/picture.png";
        }"""
    )
    assert page.evaluate("window.ran") is None
    tools.until(lambda: sum("Content Security" in text for text in watch.problems) >= 2)
    assert not any(url.startswith("http://127.0.0.1:9/") and "ok" in url for url in watch.requests)
    tools.wait_for_python(page)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html; charset=utf-8"),
        ("sw.js", "text/javascript; charset=utf-8"),
        ("manifest.json", "application/json; charset=utf-8"),
        ("stack.bin", "application/octet-stream"),
        ("icon.svg", "image/svg+xml"),
        ("tokens.css", "text/css; charset=utf-8"),
    ],
)
def test_files_have_their_types_and_are_compressed_on_demand(
    site: str, site_folder: Path, path: str, kind: str
) -> None:
    file = tools.find_file(site_folder, path) if path else site_folder / "index.html"
    address = site + file.relative_to(site_folder).as_posix()
    status, headers, body = ask(address)
    assert (status, headers["content-type"]) == (200, kind)
    assert body == file.read_bytes()
    status, headers, body = ask(address, **{"Accept-Encoding": "gzip, br"})
    if kind == "application/octet-stream":
        assert "content-encoding" not in headers
    else:
        assert headers["content-encoding"] == "gzip"
        assert gzip.decompress(body) == file.read_bytes()
    hashed = file.parent != site_folder
    assert ("immutable" in headers["cache-control"]) == hashed


def test_the_server_gives_nothing_outside_the_folder(site: str) -> None:
    for path in ("../pyproject.toml", "%2e%2e/pyproject.toml", "..%2f..%2fetc/passwd", "nothing"):
        assert ask(site + path)[0] == 404


def test_a_whole_site_passes_the_check_as_a_folder_and_as_an_address(
    site: str, site_folder: Path
) -> None:
    count, problems = check(open_site(str(site_folder)))
    assert count > 50
    assert problems == []
    assert check(open_site(site)) == (count, [])


def test_the_check_names_what_is_missing_damaged_or_foreign(
    site_folder: Path, tmp_path: Path
) -> None:
    folder = tools.copy_site(site_folder, tmp_path / "site")
    tools.find_file(folder, "stack.bin").unlink()
    shell = tools.find_file(folder, "shell.js")
    shell.write_text(shell.read_text() + "\n")
    index = folder / "index.html"
    index.write_text(index.read_text().replace("<body>", '<body><img src="//example.org/x.png">'))
    contents = json.loads((folder / "site.json").read_text())
    contents["index.html"] = {"size": 1, "sha256": _sha256(index)}
    (folder / "site.json").write_text(json.dumps(contents))
    _, problems = check(open_site(str(folder)))
    assert len(problems) == 3
    assert any("stack.bin is missing." in problem for problem in problems)
    assert any("shell.js is not as it was built" in problem for problem in problems)
    assert "index.html refers to //example.org/x.png, which is not part of the site." in problems


def test_the_check_names_a_wrong_type(site_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sitekit import serving

    monkeypatch.setattr(serving, "media_type", lambda path: "text/plain")
    with tools.serving(site_folder) as address:
        _, problems = check(open_site(address))
    assert "sw.js is sent as text/plain instead of text/javascript." in problems


def test_the_check_refuses_other_machines_and_empty_folders(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="not on this machine"):
        open_site("https://example.org/")
    with pytest.raises(SiteError, match="there is no folder"):
        open_site(str(tmp_path / "none"))
    assert check(open_site(str(tmp_path)))[1][0].startswith("site.json is missing")


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("a.html", '<a href="./x?view=1">', []),
        ("a.html", '<a href="/x">', ["/x"]),
        ("a.html", '<script src="https://e.org/x.js"></script>', ["https://e.org/x.js"]),
        ("a.css", "a{background:url('https://e.org/p.png')}", ["https://e.org/p.png"]),
        ("a.css", "a{background:url(data:image/png;base64,AA)}", []),
        ("app-1/a.js", 'fetch("https://e.org/")', ["https://e.org/"]),
        ("app-1/a.js", 'ns = "http://www.w3.org/2000/svg"', []),
    ],
)
def test_addresses_of_other_hosts_are_recognised(path: str, text: str, found: list[str]) -> None:
    assert foreign_addresses(path, text.encode()) == found


def _sha256(path: Path) -> str:
    from sitekit.lockfile import sha256_of

    return sha256_of(path)

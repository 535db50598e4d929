"""The build: verified, repeatable, without a network the second time, and clear when it cannot go on."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import browser as tools
from sitekit.check import check, open_site
from sitekit.fetching import PYODIDE_CARRIER
from sitekit.lockfile import read_lock
from sitekit.nodejs import BUILT
from sitekit.paths import LOCK, cache_folder
from sitekit.weight import PARTS

pytestmark = pytest.mark.browser

# Package clients that obey these reach nothing.
NO_NETWORK = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "npm_config_offline": "true"}


def run(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(tools.SITE_CODE / "build.py"), *options],
        capture_output=True, text=True, check=False, env=os.environ | NO_NETWORK | environment,
    )  # fmt: skip


def own_cache(folder: Path) -> Path:
    """Make a cache with the verified downloads, but without anything compiled."""
    cache = folder / "cache"
    shutil.copytree(cache_folder() / "files", cache / "files", copy_function=os.link)
    return cache


def test_two_builds_are_identical_and_the_second_needs_no_network(
    site_folder: Path, tmp_path: Path
) -> None:
    apps = str(tools.PROJECT / "tests" / "site" / "apps")
    again = tmp_path / "again"
    result = run(
        *("--output", str(again), "--cache", str(own_cache(tmp_path)), "--apps", apps),
        PYTHONHASHSEED="7",
    )
    assert result.returncode == 0, result.stderr
    assert [line[:5] for line in result.stdout.splitlines() if line.startswith("[")] == [
        f"[{number}/9]" for number in range(1, 10)
    ]
    (line,) = (line for line in result.stdout.splitlines() if "notebooks, loaded when" in line)
    for part in ("JupyterLab", "IPython and the kernel", "pandas and others, when imported"):
        assert re.search(rf"{part} \d+\.\d\d MB", line)
    visit = [float(size) for size in re.findall(r": (\S+) MB \(\S+ MB as files\)", result.stdout)]
    assert visit[0] == pytest.approx(sum(visit[1:]), abs=0.05)
    assert visit[0] <= 45
    assert len(visit) == 1 + len(PARTS)
    files = {
        path.relative_to(again): path.read_bytes() for path in again.rglob("*") if path.is_file()
    }
    first = {
        path.relative_to(site_folder): path.read_bytes()
        for path in site_folder.rglob("*")
        if path.is_file()
    }
    assert files.keys() == first.keys()
    assert [str(path) for path in files if files[path] != first[path]] == []


def test_no_shipped_file_is_named_as_schools_block_it(site_folder: Path) -> None:
    endings = {path.suffix for path in site_folder.rglob("*") if path.is_file()}
    plain = {".html", ".js", ".css", ".json", ".svg", ".png", ".bin", ""}
    assert endings <= plain | {".ipynb", ".txt", ".woff", ".woff2"}  # the notebooks bring fonts


def test_the_notebooks_can_be_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    result = run("--output", str(folder), "--no-lab")
    assert result.returncode == 0, result.stderr
    assert "[8/8]" in result.stdout
    assert not (folder / "lab").exists()
    assert "lab/" not in (folder / "index.html").read_text()
    assert check(open_site(str(folder)))[1] == []


def test_without_cache_and_network_the_build_says_what_is_missing(tmp_path: Path) -> None:
    result = run("--output", str(tmp_path / "site"), "--cache", str(tmp_path / "cache"))
    assert result.returncode == 1
    assert "error: cannot download" in result.stderr
    assert "Check the network" in result.stderr
    assert "Traceback" not in result.stderr
    assert not (tmp_path / "site").exists()


def test_a_damaged_download_in_the_cache_is_never_used(tmp_path: Path) -> None:
    cache = own_cache(tmp_path)
    (wheel,) = (cache / "files").glob("*-param-*.whl")
    wheel.unlink()
    wheel.write_bytes(b"not a wheel")
    result = run("--output", str(tmp_path / "site"), "--cache", str(cache))
    assert result.returncode == 1
    assert "cannot download param==" in result.stderr
    assert not wheel.exists()


@pytest.fixture
def distribution(tmp_path: Path) -> Path:
    """A folder as Pyodide's makers distribute it."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for entry in read_lock(LOCK).files:
        if entry.package == PYODIDE_CARRIER and entry.use in ("site", "lab"):
            cached = cache_folder() / "files" / f"{entry.sha256[:16]}-{entry.name}"
            shutil.copyfile(cached, folder / entry.name)
    return folder


def test_the_official_distribution_serves_instead_of_the_registry(
    distribution: Path, tmp_path: Path
) -> None:
    cache = own_cache(tmp_path)
    for name in ("pyodide.asm.wasm", "numpy-*"):
        (file,) = (cache / "files").glob(f"*-{name}")
        file.unlink()
    shutil.copytree(cache_folder() / BUILT, cache / BUILT, copy_function=os.link)
    result = run(
        "--output", str(tmp_path / "site"), "--cache", str(cache), "--pyodide", str(distribution)
    )
    assert result.returncode == 0, result.stderr
    assert "2 files fetched" in result.stdout


def test_a_file_that_differs_from_the_lock_stops_the_build(
    distribution: Path, tmp_path: Path
) -> None:
    wasm = distribution / "pyodide.asm.wasm"
    wasm.write_bytes(wasm.read_bytes() + b"\0")
    result = run("--output", str(tmp_path / "site"), "--cache", str(tmp_path / "cache"),
                 "--pyodide", str(distribution))  # fmt: skip
    assert result.returncode == 1
    assert "pyodide.asm.wasm differs from the runtime lock" in result.stderr
    wasm.unlink()
    result = run("--output", str(tmp_path / "site"), "--cache", str(tmp_path / "cache"),
                 "--pyodide", str(distribution))  # fmt: skip
    assert "has no pyodide.asm.wasm: it must be the full distribution" in result.stderr


def test_a_folder_with_other_things_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "photos.txt").write_text("mine")
    result = run("--output", str(tmp_path))
    assert result.returncode == 1
    assert "holds no site: name another folder" in result.stderr
    assert (tmp_path / "photos.txt").read_text() == "mine"


def test_a_view_that_is_no_python_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text("TITLE = 'Odd'\ndef view(:\n")
    result = run("--output", str(tmp_path / "site"), "--apps", str(tmp_path))
    assert result.returncode == 1
    assert "apps/odd.py, line 2" in result.stderr


def test_the_lock_names_every_file_with_version_source_and_sha256() -> None:
    lock = read_lock(LOCK)
    packages = {package.name for package in lock.packages}
    for entry in lock.files:
        assert entry.package in packages
        assert entry.version
        assert len(entry.sha256) == 64
        assert entry.use in ("site", "lab", "bench", "test")
    text = LOCK.read_text()
    assert "://" not in text


def test_nothing_shipped_tells_where_it_was_built(site_folder: Path) -> None:
    here = str(tools.PROJECT).encode()
    for path in site_folder.rglob("*.bin"):
        assert here not in gzip.decompress(path.read_bytes()), path.name

"""Build the site: `python site/build.py`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sitekit.build import Options, build, is_current
from sitekit.report import SiteError, fail


def main() -> int:
    """Read the command line and build."""
    default = Options()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=default.output, help="the site's folder")
    parser.add_argument(
        "--apps", type=Path, action="append", help="a folder of views beside apps/ (repeatable)"
    )
    parser.add_argument(
        "--pyodide",
        type=Path,
        help="a folder with the official Pyodide distribution, instead of the package registry",
    )
    parser.add_argument("--lock", type=Path, default=default.lock, help="the runtime lock")
    parser.add_argument("--cache", type=Path, default=default.cache, help="verified downloads")
    parser.add_argument(
        "--if-changed", action="store_true", help="do nothing if the folder is up to date"
    )
    parser.add_argument(
        "--no-lab", dest="lab", action="store_false", help="leave the notebooks out"
    )
    given = parser.parse_args()
    apps = default.apps + (given.apps or [])
    options = Options(given.output, apps, given.pyodide, given.lock, given.cache, given.lab)
    try:
        if given.if_changed and is_current(options):
            print(f"The site in {given.output.name} is up to date.")
            return 0
        build(options)
    except SiteError as error:
        return fail(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())

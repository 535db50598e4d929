"""Check a deployed site: `python site/check.py FOLDER` or `... http://127.0.0.1:8000/`."""

from __future__ import annotations

import argparse
import sys

from sitekit.check import check, open_site
from sitekit.paths import OUTPUT
from sitekit.report import SiteError, fail


def main() -> int:
    """Check and say what is wrong; exit 1 if anything is."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("target", nargs="?", default=str(OUTPUT), help="a folder or an address")
    options = parser.parse_args()
    try:
        count, problems = check(open_site(options.target))
    except SiteError as error:
        return fail(error)
    for problem in problems:
        print(problem)
    if problems:
        print(f"{options.target}: {len(problems)} problems in {count} files")
        return 1
    print(f"{options.target}: all {count} files are there and as they were built")
    return 0


if __name__ == "__main__":
    sys.exit(main())

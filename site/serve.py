"""Serve the built site on this machine: `python site/serve.py`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sitekit.paths import OUTPUT
from sitekit.report import SiteError, fail
from sitekit.serving import Server


def main() -> int:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=OUTPUT)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--prefix", default="/", help="serve below this path, to try a sub-path")
    options = parser.parse_args()
    try:
        server = Server(options.folder, options.port, options.prefix)
    except SiteError as error:
        return fail(error)
    print(f"Dominolab is at {server.address}  (Ctrl+C stops it)", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
    finally:
        server.server_close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The standard library for the browser: compiled, and without what a page can never use.

Pyodide ships it as sources, which it would compile anew at every start.
"""

from __future__ import annotations

import io
import zipfile
from fnmatch import fnmatch

from sitekit.pack import squeeze
from sitekit.slim import Tree

# Servers, mail, debuggers, terminals, other processes, packaging: nothing that runs in a tab.
LEFT_OUT = (
    "_pyrepl/*", "ensurepip/*", "venv/*", "idlelib/*", "turtledemo/*", "tkinter/*", "curses/*",
    "lib2to3/*", "pydoc_data/*", "wsgiref/*", "xmlrpc/*", "dbm/*", "multiprocessing/*",
    "turtle.py", "mailbox.py", "imaplib.py", "smtplib.py", "ftplib.py", "poplib.py", "nntplib.py",
    "telnetlib.py", "pdb.py", "bdb.py", "pydoc.py", "doctest.py", "pickletools.py", "zipapp.py",
    "socketserver.py", "pyclbr.py", "trace.py", "tracemalloc.py", "modulefinder.py", "tabnanny.py",
    "_pyio.py", "_pydecimal.py", "antigravity.py", "this.py", "webbrowser_main.py", "_ios_support.py",
    "_android_support.py", "_apple_support.py", "encodings/mac_*", "encodings/cp[178]*",
    "encodings/cp12*", "encodings/iso8859_*", "encodings/koi8*", "encodings/big5*",
    "encodings/euc*", "encodings/iso2022*", "encodings/shift_*", "encodings/gb*", "encodings/johab*",
)  # fmt: skip
# zipfile names entries in this one.
KEPT = ("encodings/cp437.py",)


def read_stdlib(data: bytes) -> Tree:
    """Return the files of the standard library that the browser needs."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            item.filename: archive.read(item)
            for item in archive.infolist()
            if not item.is_dir() and _is_needed(item.filename)
        }


def _is_needed(path: str) -> bool:
    return path in KEPT or not any(fnmatch(path, pattern) for pattern in LEFT_OUT)


def pack_stdlib(tree: Tree) -> bytes:
    """Pack it as the zip that Python imports from.

    The entries are stored and the whole is gzipped: the browser inflates it once, natively,
    instead of Python inflating module after module.
    """
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(tree):
            archive.writestr(zipfile.ZipInfo(path), tree[path])
    return squeeze(stream.getvalue())

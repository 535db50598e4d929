"""The standard library for the browser: compiled, and without what a page can never use.

Pyodide ships it as sources, which it would compile anew at every start.
"""

from __future__ import annotations

import io
import zipfile
from fnmatch import fnmatch

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
    # Other systems' parts, the slow twins of compiled modules, and formats that no view reads.
    "asyncio/windows_*", "asyncio/proactor_events.py", "concurrent/futures/process.py",
    "_pydatetime.py", "zoneinfo/_zoneinfo.py", "email/_header_value_parser.py",
    "email/headerregistry.py", "http/cookiejar.py", "http/cookies.py", "http/server.py",
    "xml/dom/*", "xml/sax/*", "tarfile.py", "fileinput.py", "filecmp.py", "shelve.py",
    "configparser.py", "optparse.py", "plistlib.py", "wave.py",
    "symtable.py", "compileall.py",
)  # fmt: skip
# Of those, what IPython imports as it starts. The rest is there for whoever imports it.
FOR_IPYTHON = (
    *("_pyrepl/__init__.py", "_pyrepl/pager.py", "bdb.py", "pdb.py", "pydoc.py", "socketserver.py"),
)
# zipfile names entries in this one.
KEPT = ("encodings/cp437.py",)


def read_stdlib(data: bytes) -> Tree:
    """Return the files of the standard library that the views need."""
    return {path: source for path, source in _read_all(data).items() if _is_needed(path)}


def read_left_out(data: bytes) -> Tree:
    """Return the rest, for notebooks: at a prompt a person may ask for anything."""
    return {path: source for path, source in _read_all(data).items() if not _is_needed(path)}


def _read_all(data: bytes) -> Tree:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {i.filename: archive.read(i) for i in archive.infolist() if not i.is_dir()}


def _is_needed(path: str) -> bool:
    return path in KEPT or not any(fnmatch(path, pattern) for pattern in LEFT_OUT)

"""The media type of every kind of file the site has, the same in the server and in the check."""

from __future__ import annotations

from pathlib import PurePosixPath

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".bin": "application/octet-stream",
    ".wasm": "application/wasm",
    ".ipynb": "application/json; charset=utf-8",
    ".woff2": "font/woff2",
    ".ico": "image/vnd.microsoft.icon",
    ".zip": "application/zip",
    ".map": "application/json; charset=utf-8",
}
# What other servers call the same thing, and browsers take just as well.
SAME = {
    "application/javascript": "text/javascript",
    "application/x-javascript": "text/javascript",
    "application/manifest+json": "application/json",
    "application/macbinary": "application/octet-stream",
}
COMPRESSED = {".html", ".css", ".js", ".json", ".svg", ".txt", ".ipynb", ".map", ".wasm"}


def media_type(path: str) -> str:
    """Return the media type of a file by its ending."""
    return TYPES.get(PurePosixPath(path).suffix, "application/octet-stream")


def is_media_type(path: str, given: str) -> bool:
    """Say whether a server's content type is right for a file."""
    plain = given.partition(";")[0].strip().lower()
    return SAME.get(plain, plain) == media_type(path).partition(";")[0]


def is_compressible(path: str) -> bool:
    """Say whether sending the file compressed is worth it; archives are compressed already."""
    return PurePosixPath(path).suffix in COMPRESSED

"""The archives the browser unpacks: a gzipped tar, the same bytes for the same files.

Not a zip, because the browser itself inflates gzip, at full speed and with a checksum; and not
named `.whl`, because some school firewalls block that ending. `.bin` is a type that every file
server knows.
"""

from __future__ import annotations

import io
import tarfile

import deflate

from sitekit.slim import Tree


def pack(tree: Tree) -> bytes:
    """Pack files into one archive."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(tree):
            item = tarfile.TarInfo(path)
            item.size = len(tree[path])
            archive.addfile(item, io.BytesIO(tree[path]))
    return squeeze(stream.getvalue())


def squeeze(data: bytes) -> bytes:
    """Gzip some bytes without a date or a name, so that equal input gives equal output.

    By libdeflate, which takes a second longer than zlib and saves every reader one byte in 25.
    """
    return bytes(deflate.gzip_compress(data, 12))


def unpack(data: bytes) -> Tree:
    """Read an archive back."""
    tree: Tree = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        for item in archive:
            stream = archive.extractfile(item)
            if stream is not None:
                tree[item.name] = stream.read()
    return tree

// Reads what the build packs: a length, a header of that length in JSON, then bytes. `sitekit/pack.py`
// and `sitekit/start.js` write it.

export function split(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  return { header, data: bytes.subarray(4 + length) };
}

// An archive's header names its files with their sizes. Straight into the memory file system: Python
// would take a second for this.
export function unpack(FS, archive, folder) {
  const { header, data } = split(archive);
  const known = new Set();
  let at = 0;
  for (const [path, size] of header) {
    const target = `${folder}/${path}`;
    const parent = target.slice(0, target.lastIndexOf("/"));
    if (!known.has(parent)) {
      FS.mkdirTree(parent);
      known.add(parent);
    }
    // canOwn: the file system keeps the slice of the archive instead of copying it.
    FS.writeFile(target, data.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}

// Reads the archives the build packs: gzipped tar, plain files only.

const BLOCK = 512;
const text = new TextDecoder();

function field(header, start, length) {
  const bytes = header.subarray(start, start + length);
  const end = bytes.indexOf(0);
  return text.decode(end < 0 ? bytes : bytes.subarray(0, end));
}

export function* files(tar) {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = tar.subarray(at, at + BLOCK);
    const prefix = field(header, 345, 155);
    const name = field(header, 0, 100);
    const size = parseInt(field(header, 124, 12), 8);
    at += BLOCK;
    yield { path: prefix ? `${prefix}/${name}` : name, data: tar.subarray(at, at + size) };
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}

// Straight into the memory file system: Python's own tarfile would take a second for this.
export function unpack(FS, tar, folder) {
  const known = new Set();
  for (const { path, data } of files(tar)) {
    const target = `${folder}/${path}`;
    const parent = target.slice(0, target.lastIndexOf("/"));
    if (!known.has(parent)) {
      FS.mkdirTree(parent);
      known.add(parent);
    }
    // canOwn: the file system keeps the slice of the archive instead of copying it.
    FS.writeFile(target, data, { canOwn: true });
  }
}

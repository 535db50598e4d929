// Starts Python once, at build time, and writes down its memory: readers' browsers go on from there
// instead of starting it again. Also lists the modules that are imported by then.
// usage: node start.js PYODIDE_FOLDER STDLIB_FOLDER TARGET_FOLDER OPTIONS
// The image has the form of an archive: a length, a header in JSON, and the stretches of memory it lists.

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const [pyodideFolder, stdlib, target] = process.argv.slice(2, 5).map((name) => path.resolve(name));
const options = JSON.parse(process.argv[5]);

const PAGE = 65536;
// The standard library is laid out as files; Pyodide wants a zip all the same.
const EMPTY_ZIP = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);

// The same memory at every build: no clock, no chance, and nothing of the machine that builds.
function standStill() {
  process.argv[1] = "./this.program"; // what a browser says: otherwise the place of this script
  Date.now = () => Date.UTC(2026, 0, 1);
  performance.now = () => 0;
  process.hrtime = Object.assign(() => [0, 0], { bigint: () => 0n });
  require("node:crypto").randomFillSync = (view) => view.fill(0);
  Object.defineProperty(globalThis, "crypto", { value: { getRandomValues: (view) => view.fill(0) } });
  delete WebAssembly.Suspending; // not every browser can suspend Python: so none is asked to
  Object.defineProperty(globalThis, "navigator", { value: { userAgent: "a browser" }, configurable: true });
}

function layOut(FS) {
  for (const entry of fs.readdirSync(stdlib, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    const place = path.posix.join(options.folder, path.relative(stdlib, file).split(path.sep).join("/"));
    FS.mkdirTree(path.posix.dirname(place));
    FS.writeFile(place, fs.readFileSync(file));
  }
}

const LISTING = `
import gc, importlib, json, sys

sys.path.remove("")  # Pyodide puts it in front at every start
sys.path.remove("/lib/python313.zip")
sys.path_importer_cache.clear()
importlib.invalidate_caches()
gc.collect()
json.dumps(sorted(m.__file__ for m in list(sys.modules.values()) if getattr(m, "__file__", None)))
`;

// Where memory differs from what it was before: stretches of words.
function* stretches(before, after, from, to, gap) {
  const [old, now] = [before, after].map((bytes) => new Uint32Array(bytes.buffer, 0, to / 4));
  let start = -1;
  let last = -1;
  for (let i = from / 4; i < now.length; i++) {
    if (now[i] === old[i]) continue;
    if (start >= 0 && (i - last) * 4 > gap) {
      yield [start * 4, (last + 1) * 4];
      start = -1;
    }
    if (start < 0) start = i;
    last = i;
  }
  if (start >= 0) yield [start * 4, (last + 1) * 4];
}

async function main() {
  standStill();
  const { loadPyodide } = await import(pathToFileURL(path.join(pyodideFolder, "pyodide.mjs")));
  await import(pathToFileURL(path.join(pyodideFolder, "pyodide.asm.js")));
  const empty = path.join(pyodideFolder, "empty.zip");
  fs.writeFileSync(empty, EMPTY_ZIP);
  const create = globalThis._createPyodideModule;
  let before;
  globalThis._createPyodideModule = (settings) => {
    settings.onRuntimeInitialized = () => (before = settings.HEAPU8.slice());
    return create(settings);
  };
  const pyodide = await loadPyodide({
    indexURL: pyodideFolder,
    env: options.env,
    stdLibURL: empty,
    fsInit: async (FS) => layOut(FS),
    lockFileContents: JSON.stringify({ info: options.info, packages: {} }),
    checkAPIVersion: false,
    _makeSnapshot: true,
  });
  const modules = JSON.parse(pyodide.runPython(LISTING));
  const config = pyodide._api.serializeHiwireState();

  const { _module: module } = pyodide;
  const after = module.HEAPU8.slice();
  if (after.length !== before.length) throw new Error("Python's memory grew while it started");
  // The stack lies between the data and the heap. Nothing runs now: what is left on it means nothing.
  const [data, heap] = [module._emscripten_stack_get_end(), module._emscripten_stack_get_base()];
  const end = Math.ceil(module._sbrk(0) / 4) * 4;
  // Of the data, only what Python's start has changed: the rest is in the WebAssembly file, or depends
  // on the browser. Of the heap, all but nothing: the browser's own beginnings in it are cleared.
  before.fill(0, heap);
  const found = [...stretches(before, after, 0, data, 16), ...stretches(before, after, heap, end, 64)];
  const header = new TextEncoder().encode(JSON.stringify({ pages: after.length / PAGE, heap: [heap, end], stretches: found.flat(), ...config }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const image = Buffer.concat([length, header, ...found.map(([start, stop]) => after.subarray(start, stop))]);
  fs.writeFileSync(path.join(target, "memory"), image);
  fs.writeFileSync(path.join(target, "modules.json"), JSON.stringify(modules));
}

main().catch((error) => {
  console.error(String(error?.message ?? error));
  process.exit(1);
});

// Starts Python once, at build time, and writes down its memory: readers' browsers go on from there
// instead of starting it again. Also lists the modules that are imported by then.
// usage: node start.js PYODIDE_FOLDER STDLIB_FOLDER TARGET_FOLDER OPTIONS
// The image: a length, a header of that length in JSON, then the stretches of memory it lists.

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const [pyodideFolder, stdlib, target] = process.argv.slice(2, 5).map((name) => path.resolve(name));
const options = JSON.parse(process.argv[5]);

const PAGE = 65536;
// The standard library is laid out as files; Pyodide wants a zip all the same.
const EMPTY_ZIP = Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);
// Two stretches of memory with less between them than their description would take are one.
const GAP = 16;

// The same memory at every build: no clock, no chance, and nothing of the machine that builds.
function standStill() {
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

// What Python's start has changed: stretches of memory, in words.
function* stretches(before, after, to) {
  const [old, now] = [before, after].map((bytes) => new Uint32Array(bytes.buffer, 0, to / 4));
  let start = -1;
  let last = -1;
  for (let i = 0; i < now.length; i++) {
    if (now[i] === old[i]) continue;
    if (start >= 0 && (i - last) * 4 > GAP) {
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
  // The stack lies between the data and the heap; nothing runs now, so what is left on it means nothing.
  const stack = [module._emscripten_stack_get_end(), module._emscripten_stack_get_base()];
  for (const state of [before, after]) state.fill(0, ...stack);
  // Of the data, only what Python's start has changed: the rest is in the WebAssembly file, or depends
  // on the browser. All of the heap: where a browser's own beginnings lie in it is of no interest.
  const end = Math.ceil(module._sbrk(0) / 4) * 4;
  const found = [...stretches(before, after, stack[0]), [stack[1], end]];
  const header = new TextEncoder().encode(JSON.stringify({ pages: after.length / PAGE, stretches: found.flat(), ...config }));
  const room = Math.ceil(header.length / 4) * 4;
  const image = Buffer.concat([
    Buffer.from(new Uint32Array([room]).buffer),
    Buffer.concat([header, Buffer.alloc(room, " ")], room),
    ...found.map(([start, stop]) => after.subarray(start, stop)),
  ]);
  fs.writeFileSync(path.join(target, "memory"), image);
  fs.writeFileSync(path.join(target, "modules.json"), JSON.stringify(modules));
}

main().catch((error) => {
  console.error(String(error?.message ?? error));
  process.exit(1);
});

// Compiles Python sources with Pyodide itself, because bytecode belongs to one Python version.
// usage: node compile.js PYODIDE_FOLDER SOURCE_FOLDER TARGET_FOLDER OPTIONS

const path = require("node:path");
const { pathToFileURL } = require("node:url");
const [pyodideFolder, source, target] = process.argv.slice(2, 5).map((name) => path.resolve(name));
const options = JSON.parse(process.argv[5]);

const PROGRAM = `
import importlib.util, marshal, pathlib

source, target = pathlib.Path("/source"), pathlib.Path("/target")
for path in sorted(source.rglob("*.py")):
    name = path.relative_to(source)
    # The name is the one that a traceback will show: where the browser finds the module.
    code = compile(path.read_bytes(), f"{shown}/{name}", "exec", dont_inherit=True, optimize=optimize)
    # Flag 1, "unchecked hash": the browser never looks for a source to compare with.
    header = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
    out = target / name.with_suffix(".pyc")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(header + marshal.dumps(code))
`;

async function main() {
  const { loadPyodide } = await import(pathToFileURL(path.join(pyodideFolder, "pyodide.mjs")));
  const pyodide = await loadPyodide({
    indexURL: pyodideFolder,
    env: {
      HOME: "/home/pyodide",
      // Constant sets are written in hash order: without a fixed seed every build would differ.
      PYTHONHASHSEED: "0",
      // Column numbers in tracebacks are a fifth of the bytes, and no reader sees a traceback.
      PYTHONNODEBUGRANGES: "1",
    },
    lockFileContents: JSON.stringify({ info: options.info, packages: {} }),
  });
  for (const [folder, mount] of [[source, "/source"], [target, "/target"]]) {
    pyodide.FS.mkdirTree(mount);
    pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: folder }, mount);
  }
  pyodide.globals.set("optimize", options.optimize);
  pyodide.globals.set("shown", options.shown);
  pyodide.runPython(PROGRAM);
}

main().catch((error) => {
  console.error(String(error));
  process.exit(1);
});

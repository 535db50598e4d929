// Starts Pyodide from the site's own files: fetched all at once, inflated by the browser, the packages
// laid out ready to import, and Python's memory as it is after its start. The views and the notebooks
// start it the same way.

import { unpack } from "./archive.js";
import { fetchBytes, fetchWasm } from "./download.js";
import { Memory } from "./memory.js";

// Python's standard library is not in a zip here, but Pyodide wants one.
const EMPTY_ZIP = new Uint8Array(22);
EMPTY_ZIP.set([0x50, 0x4b, 0x05, 0x06]);

// Pyodide fetches its files itself; it is handed the answers already under way.
function answerFrom(answers) {
  const original = self.fetch;
  self.fetch = (resource, options) => {
    const answer = answers.get(String(resource?.url ?? resource));
    return answer ? answer() : original(resource, options);
  };
}

// Pyodide gets the WebAssembly that was compiled early. It only warns, and then waits for ever, when
// there is none.
function instantiateFrom(compiled, onBroken) {
  WebAssembly.instantiateStreaming = async (_, imports) => {
    try {
      const module = await compiled;
      return { module, instance: await WebAssembly.instantiate(module, imports) };
    } catch (error) {
      onBroken(error);
      throw error;
    }
  };
}

// Pyodide can begin with a memory it has written itself; ours is smaller, and is read our way.
function beginWith(memory) {
  const create = self._createPyodideModule;
  self._createPyodideModule = async (settings) => {
    settings.INITIAL_MEMORY = memory.size;
    const module = await create(settings);
    settings.API.restoreSnapshot = () => memory.layOver(module);
    return module;
  };
}

async function start({ base, config, files, onBytes, options }, onBroken) {
  const runtime = new URL(config.runtime, base).href;
  // The scripts first: a browser may ask a host for no more than six files at a time.
  const scripts = ["pyodide.js", "pyodide.asm.js"].map((name) => import(`${runtime}${name}`));
  const fetched = new Map(
    files.map((file) => [file.name, (file.name === "wasm" ? fetchWasm : fetchBytes)(file, base, onBytes)]),
  );
  for (const promise of [...scripts, ...fetched.values()]) promise.catch(onBroken);
  instantiateFrom(fetched.get("wasm"), onBroken);
  answerFrom(
    new Map([
      [`${runtime}pyodide.asm.wasm`, async () => new Response()],
      [`${runtime}python_stdlib.zip`, async () => new Response(EMPTY_ZIP)],
    ]),
  );

  const [{ loadPyodide }] = await Promise.all(scripts);
  beginWith(new Memory(await fetched.get("memory")));
  const layOut = async (FS) => {
    for (const { name, folder } of files) if (folder) unpack(FS, await fetched.get(name), folder);
  };
  const pyodide = await loadPyodide({
    indexURL: runtime,
    packageBaseUrl: runtime,
    env: config.env,
    checkAPIVersion: false,
    fsInit: (FS) => layOut(FS).catch(onBroken), // while WebAssembly is still being compiled
    _loadSnapshot: new Uint8Array(),
    ...options,
  });
  pyodide.pyimport("waking").wake(`${runtime}panel/`);
  return pyodide;
}

// `files` are those of the site's config; `options` go to Pyodide.
export function startPython(how) {
  return new Promise((resolve, reject) => start(how, reject).then(resolve, reject));
}

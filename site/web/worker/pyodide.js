// Starts Pyodide from the site's own files: fetched all at once, inflated by the browser, and the
// packages laid out ready to import. The views and the notebooks start it the same way.

import { bytes, download } from "./download.js";
import { unpack } from "./untar.js";

const SITE_PACKAGES = "/lib/python3.13/site-packages";

// Pyodide fetches its files itself; it is handed the answers already under way.
function answerFrom(answers) {
  const original = self.fetch;
  self.fetch = (resource, options) => {
    const answer = answers.get(String(resource?.url ?? resource));
    return answer ? answer() : original(resource, options);
  };
}

// Pyodide only warns, and then waits for ever, when its WebAssembly cannot be had.
function listenForWarnings(onError) {
  const original = console.warn;
  console.warn = (...words) => {
    if (words[0] instanceof Error) onError(words[0]);
    original(...words);
  };
  return () => (console.warn = original);
}

// `files` are those of the site's config; `later` maps the names of packages that Pyodide may be
// asked for to the files that hold them; `options` go to Pyodide.
export async function startPython({ base, config, files, onBytes, onBroken, later = {}, options }) {
  const runtime = new URL(config.runtime, base).href;
  const streams = new Map(files.map((file) => [file.name, download(file, base, onBytes, onBroken)]));
  const stopListening = listenForWarnings(onBroken);
  const asResponse = async (name, type) =>
    new Response(await streams.get(name), { headers: { "Content-Type": type } });
  const packs = files
    .filter((file) => file.pack)
    .map(async (file) => bytes(await streams.get(file.name)));
  const wasm = asResponse("pyodide.asm.wasm", "application/wasm");
  const stdlib = asResponse("python_stdlib.zip", "application/zip");
  // Failures come out where these are awaited; until then nobody is listening.
  for (const promise of [...streams.values(), ...packs, wasm, stdlib]) promise.catch(() => {});
  const fetchLater = self.fetch;
  answerFrom(
    new Map([
      [`${runtime}pyodide.asm.wasm`, () => wasm],
      [`${runtime}python_stdlib.zip`, () => stdlib],
      ...Object.entries(later).map(([name, path]) => [runtime + name, () => fetchLater(new URL(path, base))]),
    ]),
  );

  const { loadPyodide } = await import(`${runtime}pyodide.js`);
  const pyodide = await loadPyodide({
    indexURL: runtime,
    packageBaseUrl: runtime,
    env: { HOME: "/home/pyodide", PANEL_CDN_ROOT: `${runtime}panel/` },
    checkAPIVersion: false,
    ...options,
  });
  for (const pack of packs) unpack(pyodide.FS, await pack, SITE_PACKAGES);
  stopListening();
  return pyodide;
}

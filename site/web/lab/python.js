// JupyterLite's kernel asks this file for Pyodide. It gets the one that the views use, from the same
// files, with IPython and the kernel laid out beside the rest: there is nothing left to install.

const PACK = {{pack}};
// Archives that Python fetches when one of these modules of theirs is imported.
const LATER = {{later}};

// The page says in words what went wrong: JupyterLab itself only shows a mark.
function tell(error) {
  new BroadcastChannel("dominolab-lab").postMessage(String(error?.message ?? error));
}

self.loadPyodide = async ({ indexURL, packages, ...options }) => {
  const site = new URL("../", new URL(indexURL, location.href));
  const [{ startPython }, { default: config }] = await Promise.all([
    import(new URL("{{app}}worker/pyodide.js", site)),
    import(new URL("{{app}}config.js", site)),
  ]);
  const lockFileContents = JSON.stringify({ info: config.info, packages: {} });
  const starting = startPython({
    base: site.href,
    config,
    files: [...config.files, PACK],
    onBytes: () => {},
    options: { ...options, lockFileContents },
  }).then((pyodide) => {
    pyodide.pyimport("dominolab_lab").prepare(site.href, new URL(config.runtime, site).href, JSON.stringify(LATER));
    return pyodide;
  });
  starting.catch(tell);
  return starting;
};

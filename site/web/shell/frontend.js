// Brings in the front end of Bokeh and Panel, in order, once.

import config from "../config.js";

const base = new URL("../../", import.meta.url);

function script(path) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = new URL(path, base).href;
    element.async = false; // fetched together, run in the order in which they were added
    element.onload = resolve;
    element.onerror = () => reject(new Error(`${path} could not be loaded`));
    document.head.append(element);
  });
}

// Panel imports the modules of its components through this name. Its own polyfill for old browsers
// writes inline scripts, which the policy forbids, and every browser that gets here needs none.
window.importShim = Object.assign((url) => import(url), { addImportMap() {} });

let loading;

export function loadFrontend() {
  loading ??= Promise.all(config.scripts.map(script)).then(() => {
    window.Bokeh.set_log_level("warn");
    return window.Bokeh;
  });
  return loading;
}

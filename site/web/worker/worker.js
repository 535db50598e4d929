// Python's home: one Pyodide for all views. The page and this worker only exchange messages.

import config from "../config.js";
import { DownloadError } from "./download.js";
// Named here too, so that they are fetched together with what imports them, and not after it.
import "./archive.js";
import "./memory.js";
import { startPython } from "./pyodide.js";

const base = new URL("../../", import.meta.url).href;

let stage = "download";
let loaded = 0;
let told = 0;

function countBytes(count) {
  loaded += count;
  // A message for each chunk would be hundreds: the eye needs about a hundred in all.
  if (loaded - told > config.bytes / 100 || loaded >= config.bytes) {
    told = loaded;
    postMessage({ type: "progress", loaded, total: config.bytes });
  }
}

let python;
let shell;

// A view that is built anew while the page still draws the one before: messages about the old
// one are out of date, and its number says so.
const builds = new Map();
let builtSoFar = 0;

const handlers = {
  open({ view, state }) {
    builds.delete(view);
    const [docs, items, roots] = shell.open_view(view, JSON.stringify(state));
    const build = `${view} ${++builtSoFar}`;
    builds.set(view, build);
    postMessage({ type: "render", view, build, docs, items, roots });
  },
  rendered({ view, build }) {
    if (builds.get(view) === build) shell.rendered(view, build);
  },
  patch({ view, build, patch }) {
    if (builds.get(view) !== build) return;
    try {
      shell.patch(view, patch);
    } finally {
      postMessage({ type: "idle", view, build });
    }
  },
  state({ view, state }) {
    if (!builds.has(view) || !shell.change_state(view, JSON.stringify(state))) {
      handlers.open({ view, state });
    }
  },
  // For the test that a long session does not grow.
  memory() {
    postMessage({ type: "memory", blocks: shell.memory(), heap: python._module.HEAPU8.length });
  },
};

// What Python calls: plain values out, nothing in.
const toPage = {
  patch: (patch, buffers, build) =>
    postMessage({ type: "patch", view: build.split(" ")[0], build, patch, buffers }),
  link: (view, state, push) => postMessage({ type: "link", view, state: JSON.parse(state), push }),
  announce: (view, text) => postMessage({ type: "announce", view, text }),
  go: (view, state) => postMessage({ type: "go", view, state: JSON.parse(state) }),
  failed: (text) => fail(new Error(text)),
  // Panel wants this function and would otherwise build it with eval, which the policy forbids.
  entriesToObject: (entries) =>
    Object.fromEntries(Array.from(entries, ([key, value]) => [key, value ?? null])),
};

function fail(error, view) {
  const lines = String(error?.message ?? error).trim().split("\n");
  const kind = error instanceof DownloadError ? "download" : stage;
  postMessage({ type: "failed", view, kind, reason: lines.at(-1), detail: lines.slice(-30).join("\n") });
}

// Pyodide leaves some of its own promises behind when a download fails, which is told anyway.
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  if (stage === "run") fail(event.reason);
});

const started = startPython({
  base,
  config,
  files: config.files,
  onBytes: countBytes,
  options: { lockFileContents: JSON.stringify({ info: config.info, packages: {} }) },
});
const ready = started.then((pyodide) => {
  stage = "start";
  postMessage({ type: "stage", stage });
  python = pyodide;
  self.dominolab = toPage;
  shell = pyodide.pyimport("siteshell");
  shell.start();
  stage = "run";
  postMessage({ type: "ready" });
});
ready.catch((error) => fail(error));

self.onmessage = async ({ data }) => {
  try {
    await ready;
  } catch {
    return; // told above, once
  }
  try {
    handlers[data.type](data);
  } catch (error) {
    fail(error, data.view);
  }
};

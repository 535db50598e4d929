// The shell: one page, one Python, all views. Going from one view to another starts nothing anew.

import config from "../config.js";
import * as address from "./address.js";
import { lacking } from "./early.js";
import { loadFrontend } from "./frontend.js";
import { read, write } from "./link.js";
import * as loading from "./loading.js";
import { keepOffline } from "./offline.js";
import { tell, untell } from "./problem.js";
import { Python } from "./python.js";
import { enableQuestion } from "./question.js";
import { View } from "./view.js";

const home = document.getElementById("home");
const place = document.getElementById("views");
const announcer = document.getElementById("announcer");
const startTitle = document.title;
const AT_REST = 1500;
const views = new Map();
let current = "";
let python;

const QUIET = 80;
let speaking = 0;

// While a key is held only the last words are worth hearing. And the same words twice are only
// spoken twice if the region was empty in between.
function announce(text) {
  clearTimeout(speaking);
  if (announcer.textContent) announcer.textContent = "";
  speaking = setTimeout(() => (announcer.textContent = text), QUIET);
}

// What the reader does first must not wait for what is only for later.
function whenAtRest(task) {
  const idle = window.requestIdleCallback ?? setTimeout;
  setTimeout(() => idle(task, { timeout: AT_REST }), AT_REST);
}

const fromPython = {
  progress: ({ loaded, total }) => loading.downloading(loaded, total),
  stage: () => loading.starting(),
  ready() {
    document.documentElement.dataset.python = "ready";
    loading.ready("Ready.");
    whenAtRest(() => keepOffline({
      onKept: () => {
        document.documentElement.dataset.offline = "kept";
        loading.ready("Ready, with or without a network.");
      },
      onNewVersion: (takeOver) => loading.offer("A new version is here.", "Take it", takeOver),
      onTrouble: () => loading.ready("Ready, as long as there is a network."),
    }));
  },
  async render(message) {
    try {
      await views.get(message.view).draw(await loadFrontend(), message);
      untell("view");
    } catch (error) {
      fromPython.failed({ kind: "frontend", reason: String(error?.message ?? error) });
    }
  },
  patch: (message) => views.get(message.view)?.apply(message),
  idle: (message) => views.get(message.view)?.idle(message),
  link({ view, state, push }) {
    views.get(view).link = state;
    if (view !== current) return; // a view in the background does not touch the address
    const link = write(view, state);
    if (push) address.push(link);
    else address.replace(link);
  },
  announce: ({ view, text }) => view === current && announce(text),
  go: ({ view, state }) => visit(view, state),
  memory: (message) => dispatchEvent(new CustomEvent("dominolab-memory", { detail: message })),
  failed({ view, kind, reason, detail }) {
    console.warn(`${kind}: ${detail ?? reason}`);
    const drawn = view && views.get(view)?.jsdoc;
    const what = view && !drawn ? "view" : kind;
    if (kind !== "run") {
      // Python is not there and will not come: no view can be opened.
      if (!view) loading.stopped();
      for (const each of views.values()) if (!each.jsdoc) each.wait("This view could not be opened.");
    } else if (what === "view") {
      views.get(view).wait("This view could not be opened.");
    }
    tell(what, reason, detail);
  },
};

function viewOf(name) {
  if (!views.has(name)) {
    const { title, lessons } = config.views.find((view) => view.name === name);
    const view = new View(name, title, lessons, python);
    views.set(name, view);
    place.append(view.element);
  }
  return views.get(name);
}

// state null: the view as the reader left it.
function show(name, state, { moveFocus = false } = {}) {
  current = name;
  home.hidden = name !== "";
  for (const view of views.values()) view.element.hidden = view.name !== name;
  for (const link of document.querySelectorAll(".views a, .brand")) {
    if (link.dataset.view === name && link.matches(".views a")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = startTitle;
  if (name) {
    const view = viewOf(name);
    document.title = `${view.heading.textContent} · Dominolab`;
    view.element.hidden = false;
    if (!python) return;
    if (!view.opened) view.open(state ?? {});
    else if (state) python.send("state", { view: name, state });
    view.link = state ?? view.link ?? {};
    // Bokeh measures what it draws: while hidden, everything had no size.
    if (view.jsdoc) window.dispatchEvent(new Event("resize"));
    if (moveFocus) view.heading.focus({ preventScroll: true });
  } else if (moveFocus) {
    document.getElementById("content").focus({ preventScroll: true });
  }
  if (moveFocus) window.scrollTo(0, 0);
}

function visit(name, state = null) {
  const kept = views.get(name)?.link;
  address.push(write(name, state ?? kept ?? {}));
  show(name, state, { moveFocus: true });
}

function onClick(event) {
  const link = event.target.closest?.("a[data-view]");
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const { state } = read(link.search);
  visit(link.dataset.view, Object.keys(state).length > 0 ? state : null);
}

function start() {
  document.documentElement.dataset.shell = "started"; // or else unstarted.js says why not
  enableQuestion(announce);
  if (lacking) tell(lacking);
  else {
    loading.downloading(0);
    python = new Python(fromPython);
    // Python starts in the worker now; the page's own scripts follow once the page is drawn.
    requestAnimationFrame(() =>
      setTimeout(() => loadFrontend().catch((error) => fromPython.failed({ kind: "frontend", reason: error.message })), 0),
    );
  }
  const { view, state, unknown } = read();
  // In a frame on another page only the view is wanted, not the page around it.
  document.documentElement.toggleAttribute("data-embed", view !== "" && state.embed === "1");
  if (unknown) tell("link", `The link asks for “${unknown}”.`);
  show(view, state);
  document.addEventListener("click", onClick);
  addEventListener("popstate", () => {
    address.forget();
    const link = read();
    show(link.view, link.state);
  });
  // What tests and a curious reader can ask.
  window.dominolab = { version: config.version, ask: (type) => python.send(type), views };
}

start();

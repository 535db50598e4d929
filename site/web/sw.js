// Keeps the whole site for the time without a network. Everything is checked against the sha256
// that the build wrote here, when it comes in and when it goes out: a damaged copy is fetched anew.

const VERSION = "{{version}}";
const FILES = new Map(Object.entries({{files}}));
// The notebooks are kept once they are visited, file by file.
const LATER = new Map(Object.entries({{later}}));
const PREFIX = "dominolab-";
const CACHE = PREFIX + VERSION;
const scope = new URL(self.registration.scope);
const TOGETHER = 6;

const addressOf = (path) => new URL(path, scope).href;

// A folder stands for its page: some hosts answer index.html with a redirect, which a browser does
// not accept from a cache.
function pathOf(url) {
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return null;
  const path = decodeURIComponent(url.pathname.slice(scope.pathname.length));
  const name = path.replace(/(^|\/)index\.html$/, "$1") || "./";
  return FILES.has(name) || LATER.has(name) ? name : null;
}

async function isIntact(response, path) {
  if (!response?.ok) return false;
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return found.join("") === (FILES.get(path) ?? LATER.get(path));
}

async function fromOlderVersion(path) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX) || name === CACHE) continue;
    const found = await (await caches.open(name)).match(addressOf(path));
    if (found && (await isIntact(found, path))) return found;
  }
  return null;
}

async function fromNetwork(path) {
  // The browser's own cache will do if it holds the right bytes, which saves a second download.
  for (const cache of [path.endsWith("/") ? "no-cache" : "default", "reload"]) {
    const found = await fetch(addressOf(path), { cache });
    if (await isIntact(found, path)) return found;
  }
  throw new Error(`${path} did not arrive as it was built`);
}

async function keep(path) {
  const cache = await caches.open(CACHE);
  if (await isIntact(await cache.match(addressOf(path)), path)) return;
  await cache.put(addressOf(path), (await fromOlderVersion(path)) ?? (await fromNetwork(path)));
}

async function keepAll() {
  const waiting = [...FILES.keys()];
  const line = async () => {
    while (waiting.length > 0) await keep(waiting.shift());
  };
  await Promise.all(Array.from({ length: TOGETHER }, line));
}

async function answer(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(addressOf(path));
  if (kept && (await isIntact(kept, path))) return kept;
  try {
    const fresh = await fromNetwork(path);
    await cache.put(addressOf(path), fresh.clone());
    return fresh;
  } catch {
    // The server may have a newer version by now, in which this file is another one.
    self.registration.update().catch(() => {});
    return new Response("This file is not to be had now: it is damaged or missing here, and the server did not give it.", {
      status: 504,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }
}

// A visitor of the notebooks finds them again offline in a new version too, where they are the same.
async function keepVisited() {
  const cache = await caches.open(CACHE);
  for (const path of LATER.keys()) {
    const found = await fromOlderVersion(path);
    if (found) await cache.put(addressOf(path), found);
  }
}

// JupyterLab asks for what a server of its own would have: a sign of life, a layout for a saved
// notebook, the list of a folder that only the reader's browser has.
const LAB_ANSWERS = [
  ["/api/service-worker-heartbeat", "ok"],
  [`${scope.pathname}lab/panel-preview/layout/`, "null"],
  [`${scope.pathname}lab/api/contents/`, '{"content": []}'],
];

// What a notebook's Python waits for, a file or the reader's input, is asked of the lab's page.
const labPages = new BroadcastChannel("/sw-api.v1");

function isForLab({ pathname }) {
  return pathname.startsWith(`${scope.pathname}lab/api/drive`) || pathname.startsWith(`${scope.pathname}lab/api/stdin/`);
}

async function askLab(request, { pathname }) {
  const question = { ...(await request.json()), pathname };
  return new Promise((resolve) => {
    const listen = ({ data }) => {
      const { browsingContextId, requestId, response } = data;
      if (browsingContextId !== question.browsingContextId || requestId !== question.requestId) return;
      if (response === undefined) return;
      labPages.removeEventListener("message", listen);
      resolve(new Response(JSON.stringify(response)));
    };
    labPages.addEventListener("message", listen);
    labPages.postMessage(question);
  });
}

self.addEventListener("install", (event) => event.waitUntil(keepAll().then(keepVisited)));

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("message", ({ data }) => {
  if (data === "take-over") self.skipWaiting();
  if (data === "claim") self.clients.claim();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (isForLab(url)) return event.respondWith(askLab(event.request, url));
  if (event.request.method !== "GET") return;
  const path = pathOf(url);
  if (path !== null) return event.respondWith(answer(path));
  const told = LAB_ANSWERS.find(([start]) => url.origin === scope.origin && url.pathname.startsWith(start));
  if (told) event.respondWith(new Response(told[1]));
});

// Keeps the whole site for the time without a network. Everything is checked against the sha256
// that the build wrote here, when it comes in and when it goes out: a damaged copy is fetched anew.

const VERSION = "{{version}}";
const FILES = new Map(Object.entries({{files}}));
const PREFIX = "dominolab-";
const CACHE = PREFIX + VERSION;
const scope = new URL(self.registration.scope);
const TOGETHER = 6;

const addressOf = (path) => new URL(path, scope).href;

// "./" stands for the start page: some hosts answer index.html with a redirect, which a browser
// does not accept from a cache.
function pathOf(url) {
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return null;
  const path = decodeURIComponent(url.pathname.slice(scope.pathname.length));
  const name = path === "" || path === "index.html" ? "./" : path;
  return FILES.has(name) ? name : null;
}

async function isIntact(response, path) {
  if (!response?.ok) return false;
  const digest = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  const found = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return found.join("") === FILES.get(path);
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
  for (const cache of [path === "./" ? "no-cache" : "default", "reload"]) {
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

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

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
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const path = pathOf(new URL(event.request.url));
  if (path !== null) event.respondWith(answer(path));
});

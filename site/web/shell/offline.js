// Registers the service worker, which keeps the whole site for the time without a network.

const base = new URL("../../", import.meta.url);
const FIRST_PAUSE = 5_000;

// Calls back when a service worker that was to be the first could not fetch all files.
function whenGivenUp(worker, callback) {
  const look = () => worker.state === "redundant" && callback();
  worker.addEventListener("statechange", look);
  look();
}

export async function keepOffline({ onKept, onNewVersion, onTrouble }, pause = FIRST_PAUSE) {
  if (!("serviceWorker" in navigator)) return; // plain http, or a private window: works, online
  const controlled = Boolean(navigator.serviceWorker.controller);
  let reloading = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!controlled || reloading) return;
    reloading = true;
    location.reload();
  });
  let registration;
  try {
    registration = await navigator.serviceWorker.register(new URL("sw.js", base), { scope: base.pathname });
  } catch (error) {
    onTrouble();
    return;
  }
  if (registration.installing && !registration.active) {
    whenGivenUp(registration.installing, () => {
      onTrouble();
      setTimeout(() => keepOffline({ onKept, onNewVersion, onTrouble }, pause * 2), pause);
    });
  }
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) {
      onNewVersion(() => registration.waiting.postMessage("take-over"));
    }
  };
  offer();
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") offer();
    });
  });
  await navigator.serviceWorker.ready;
  onKept();
}

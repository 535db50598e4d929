// Registers the service worker, which keeps the whole site for the time without a network.

const base = new URL("../../", import.meta.url);

export async function keepOffline({ onKept, onNewVersion, onTrouble }) {
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
    onTrouble(error);
    return;
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

// Python's worker sets out before the other scripts of the page are there: nothing takes longer.

function missing() {
  if (typeof WebAssembly !== "object") return "wasm";
  if (typeof DecompressionStream === "undefined" || typeof Worker === "undefined") return "old";
  return "";
}

export const lacking = missing();
export const worker = lacking ? null : new Worker(new URL("../worker/worker.js", import.meta.url), { type: "module" });

// What comes before anybody listens is kept.
let receive = null;
const kept = [];
for (const name of ["message", "messageerror", "error"]) {
  worker?.addEventListener(name, (event) => {
    if (name === "error") event.preventDefault(); // told on the page
    if (receive) receive(event);
    else kept.push(event);
  });
}

export function listen(listener) {
  receive = listener;
  kept.splice(0).forEach(listener);
}

// The page's end of the worker: sends messages, hands out what comes back.

export class Python {
  constructor(handlers) {
    this.worker = new Worker(new URL("../worker/worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => handlers[data.type]?.(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      handlers.failed({ kind: "download", reason: event.message || "worker/worker.js could not be loaded" });
    };
    this.worker.onmessageerror = () =>
      handlers.failed({ kind: "run", reason: "A message from Python could not be read." });
  }

  send(type, data = {}) {
    this.worker.postMessage({ type, ...data });
  }
}

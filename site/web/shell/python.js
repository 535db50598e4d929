// The page's end of the worker: sends messages, hands out what comes back.

import { listen, worker } from "./early.js";

export class Python {
  constructor(handlers) {
    listen(({ type, data, message }) => {
      if (type === "message") handlers[data.type]?.(data);
      else if (type === "error") handlers.failed({ kind: "download", reason: message || "worker/worker.js could not be loaded" });
      else handlers.failed({ kind: "run", reason: "A message from Python could not be read." });
    });
  }

  send(type, data = {}) {
    worker.postMessage({ type, ...data });
  }
}

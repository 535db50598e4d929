// The memory of a Python that has started already, laid over the fresh one of this browser.

import { split } from "./archive.js";

const PAGE = 65536;

// C's library asks for the time zone once, when a program starts: that was elsewhere.
function learnTimeZone(module) {
  const names = module.HEAPU32.subarray(module._tzname / 4, module._tzname / 4 + 2);
  module.__tzset_js(module._timezone, module._daylight, ...names);
}

export class Memory {
  constructor(image) {
    Object.assign(this, split(image));
  }

  // How much memory Python had; WebAssembly wants to know before it begins.
  get size() {
    return this.header.pages * PAGE;
  }

  // Returns what Pyodide has to put back on JavaScript's side.
  layOver(module) {
    const { heap, stretches, hiwireKeys, immortalKeys } = this.header;
    module.HEAPU8.fill(0, ...heap);
    let at = 0;
    for (let i = 0; i < stretches.length; i += 2) {
      const [start, end] = [stretches[i], stretches[i + 1]];
      module.HEAPU8.set(this.data.subarray(at, at + end - start), start);
      at += end - start;
    }
    learnTimeZone(module);
    return { hiwireKeys, immortalKeys };
  }
}

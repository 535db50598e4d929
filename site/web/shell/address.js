// The address bar follows the view. A held key makes thirty states a second: browsers refuse so many
// (some allow a hundred in half a minute), and for each the browser asks for the page's icon again.
// So a state that takes the place of the one before waits until no other comes; the last arrives.

const QUIET = 60; // longer than between two repeats of a held key
const ALONE = 1000; // a state after such a silence need not wait
const WHILE = 30_000; // in this time
const MOST = 60; // no more than these go through so soon
const PAUSE = 1000; // and then one after such a silence

let waiting = null;
let timer = 0;
let last = -ALONE;
let done = [];

// What waits is put into the address now, before anything else happens to it.
function settle() {
  clearTimeout(timer);
  if (waiting === null) return;
  history.replaceState(null, "", waiting);
  waiting = null;
  done = [...done.slice(-MOST), performance.now()];
}

export function push(address) {
  settle();
  if (address !== location.search) history.pushState(null, "", address);
}

export function replace(address) {
  const now = performance.now();
  const alone = now - last > ALONE;
  last = now;
  waiting = address;
  clearTimeout(timer);
  if (alone) settle();
  else timer = setTimeout(settle, done.length > MOST && now - done[0] < WHILE ? PAUSE : QUIET);
}

// The reader went to another entry of the history: what waits was for the one before.
export function forget() {
  clearTimeout(timer);
  waiting = null;
}

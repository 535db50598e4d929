// The address bar follows the view. A held key makes thirty states a second, and browsers refuse so
// many: some allow a hundred in half a minute. Each also has the browser ask for the page's icon
// again. So a state that takes the place of the one before waits while others come; the last arrives.

const PAUSE = 350;

let waiting = null;
let timer = 0;

// What waits is put into the address now, before anything else happens to it.
export function settle() {
  if (waiting !== null) history.replaceState(null, "", waiting);
  waiting = null;
}

export function push(address) {
  settle();
  if (address !== location.search) history.pushState(null, "", address);
}

export function replace(address) {
  waiting = address;
  if (timer) return;
  settle();
  timer = setTimeout(() => {
    timer = 0;
    if (waiting !== null) replace(waiting);
  }, PAUSE);
}

// The reader went to another entry of the history: what waits was for the one before.
export function forget() {
  waiting = null;
}

// Who leaves or reloads the page in that time comes back to the last state.
addEventListener("pagehide", settle);

// Addresses and what they mean. A link is text that a stranger may have written: it is split into
// short strings here, and a view that the site does not have is told as such.

import config from "../config.js";

const MOST_KEYS = 40;
const LONGEST = 20000;

export function read(search = location.search) {
  const state = {};
  let view = "";
  for (const [key, value] of [...new URLSearchParams(search.slice(0, LONGEST))].slice(0, MOST_KEYS)) {
    if (key === "view") view = value;
    else state[key] = value;
  }
  const known = view === "" || config.views.some(({ name }) => name === view);
  return { view: known ? view : "", unknown: known ? "" : view.slice(0, 40), state };
}

export function write(view, state) {
  const query = new URLSearchParams(view ? { view, ...state } : state).toString();
  // Readable where it is safe: the ids of the rules have @ in them, lists have commas.
  const readable = query.replaceAll("%40", "@").replaceAll("%2C", ",").replaceAll("%3A", ":");
  return readable ? `?${readable}` : "./";
}

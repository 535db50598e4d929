// The small line that says what is loading and how far.

import config from "../config.js";

const line = document.getElementById("loading");
const text = document.getElementById("loading-text");
const bar = document.getElementById("loading-bar");
const numbers = document.getElementById("loading-numbers");
const action = document.getElementById("loading-action");

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function say(words) {
  if (text.textContent !== words) text.textContent = words;
  line.hidden = false;
}

export function downloading(loaded, total = config.bytes) {
  say("Loading Python and the games");
  bar.hidden = numbers.hidden = false;
  bar.value = loaded / total;
  numbers.textContent = `${megabytes(Math.min(loaded, total))} of ${megabytes(total)} MB`;
}

export function starting() {
  say("Starting Python");
  bar.removeAttribute("value"); // from here on nobody can say how far
  numbers.hidden = true;
}

export function ready(words = "Ready.") {
  say(words);
  bar.hidden = numbers.hidden = true;
}

export function stopped() {
  line.hidden = true;
}

export function offer(words, label, onClick) {
  ready(words);
  const button = document.createElement("button");
  button.textContent = label;
  button.addEventListener("click", onClick);
  action.replaceChildren(button);
}

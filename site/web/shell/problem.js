// Says in plain words what went wrong and what to do. Always as text, never as markup.

const ADVICE = {
  download: {
    title: "A part of Dominolab did not arrive",
    text: "One of the files could not be fetched. The connection may have been lost, or the site's folder is not complete.",
    todo: "Load the page again. If it happens again, tell the person who put the site there which file it was; the pages below stay readable.",
  },
  start: {
    title: "Python did not start",
    text: "All files arrived, but Python could not be started in this browser.",
    todo: "Close other tabs, in case memory is short, and load the page again. An up-to-date Firefox, Chrome, Edge or Safari helps.",
  },
  memory: {
    title: "The browser ran out of memory",
    text: "Python needs about 300 MB of memory in this tab.",
    todo: "Close other tabs and programs, then load the page again.",
  },
  wasm: {
    title: "WebAssembly is switched off",
    text: "Python runs here by WebAssembly, a part of every current browser. In this one it is missing or switched off, perhaps by a setting of the school or by a protected mode.",
    todo: "Use another browser, or ask for WebAssembly to be allowed. The comparison of the manuals below can be read without it.",
  },
  old: {
    title: "This browser is too old",
    text: "It misses something that Dominolab needs.",
    todo: "Use Firefox 114, Chrome 103, Edge 103, Safari 16.4 or newer. The comparison of the manuals below can be read in any browser.",
  },
  frontend: {
    title: "A part of Dominolab did not arrive",
    text: "The files that draw the controls could not be fetched.",
    todo: "Load the page again. If it happens again, tell the person who put the site there which file it was.",
  },
  view: {
    title: "This view could not be opened",
    text: "Python runs, but this view stopped with an error. The other views still work.",
    todo: "Open it again without the settings in the link, or load the page again.",
  },
  run: {
    title: "Something went wrong in this view",
    text: "The last action stopped with an error; what is on the screen may not be up to date.",
    todo: "Load the page again: the link keeps the state.",
  },
  link: {
    title: "This link names a view that is not here",
    text: "The start page is shown instead.",
    todo: "",
  },
};

const box = document.getElementById("problem");

function part(tag, text) {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function againButton() {
  const button = part("button", "Load again");
  button.className = "button";
  button.addEventListener("click", () => location.reload());
  return button;
}

export function kindOf(kind, reason) {
  return /out of memory|could not allocate|larger than implementation limit|allocation failed|RangeError.*(Array|buffer)|MemoryError/i.test(reason)
    ? "memory"
    : kind;
}

export function tell(kind, reason = "", detail = "") {
  const { title, text, todo } = ADVICE[kindOf(kind, reason)] ?? ADVICE.start;
  box.replaceChildren(part("h2", title), part("p", text));
  if (todo) box.append(part("p", todo), againButton());
  if (reason) {
    const more = document.createElement("details");
    more.append(part("summary", "What exactly happened"), part("pre", detail || reason));
    box.append(part("p", reason), more);
  }
  box.dataset.kind = kind;
  box.hidden = false;
}

export function untell(kind) {
  if (box.dataset.kind === kind) box.hidden = true;
}

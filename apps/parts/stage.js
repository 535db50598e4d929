// Shows the HTML that Python makes, region by region, and sends what the reader does to Python.
// What the attributes mean stands in stage.py.

const LARGEST_FILE = 4000000;
const HURRY = 400; // milliseconds; changes that follow each other faster come without any motion
const TYPED = ["text", "search", "number", "url", "email", "password", "tel"];
const OWN_FORM = "input, select, textarea, form"; // these tell of changes, not of clicks

export function render({ model, el }) {
  el.append(new Stage(model).root);
}

// -- changing only what differs -------------------------------------------------------------------

// Makes the children of `old` the same as those of `fresh`; what has a key stays itself.
function morph(old, fresh) {
  const keyed = new Map();
  for (const child of old.children) {
    if (child.dataset.key) keyed.set(child.dataset.key, child);
  }
  let at = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const key = node.dataset?.key;
    const found = key ? keyed.get(key) : at?.dataset?.key ? null : at;
    if (found?.nodeName !== node.nodeName) {
      old.insertBefore(node, at);
      continue;
    }
    if (found === at) at = at.nextSibling;
    else old.insertBefore(found, at);
    update(found, node);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function update(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.isEqualNode(fresh)) return;
  for (const { name } of [...old.attributes]) {
    // The reader opens and closes details and dialogs, not Python.
    if (name === "open" || fresh.hasAttribute(name)) continue;
    old.removeAttribute(name);
    if (name === "checked" || name === "selected") old[name] = false;
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    old.setAttribute(name, value);
    // A slider in the reader's hand stays where the hand is.
    if (name === "value" && !(old.type === "range" && old.matches(":active"))) old.value = value;
    if (name === "checked" || name === "selected") old[name] = true;
  }
  if (old.nodeName !== "TEXTAREA") morph(old, fresh);
  else if (old.textContent !== fresh.textContent) old.value = old.textContent = fresh.textContent;
}

// -- lists ----------------------------------------------------------------------------------------

const itemsOf = (list) => [...list.querySelectorAll("[data-item]")].filter((item) => !item.hidden);

// Shows the items that have all the words; returns what to say about it.
function filterList(list, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const all = list.querySelectorAll("[data-item]");
  for (const item of all) {
    item.hidden = !words.every((word) => item.dataset.item.includes(word));
  }
  for (const group of list.querySelectorAll(".group")) group.hidden = !itemsOf(group).length;
  if (!words.length) return "";
  const count = itemsOf(list).length;
  return count ? `${count} of ${all.length} found.` : "Nothing found: try a game or a language.";
}

function centre(item) {
  const box = item.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// Where an arrow key leads on a map: along the row, or to the nearest place in the next row.
function neighbour(items, focused, key) {
  const here = centre(focused);
  const [along, across] = key === "ArrowLeft" || key === "ArrowRight" ? [0, 1] : [1, 0];
  const way = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const ahead = items.map((item) => {
    const there = centre(item);
    return { item, far: way * (there[along] - here[along]), off: Math.abs(there[across] - here[across]) };
  }).filter(({ far, off }) => far > 4 && (along || off < 4));
  ahead.sort((a, b) => Math.abs(a.far - b.far) > 4 ? a.far - b.far : a.off - b.off);
  return ahead[0]?.item;
}

function moveInList(list, focused, key) {
  const items = itemsOf(list);
  if ("grid" in list.dataset && key.startsWith("Arrow")) {
    neighbour(items, focused, key)?.focus();
    return true;
  }
  const at = items.indexOf(focused);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[key];
  if (to === undefined) return false;
  items[Math.max(0, Math.min(items.length - 1, to))]?.focus();
  return true;
}

// Only the list scrolls, never the page.
function scrollTo(list, item) {
  const top = item.offsetTop - list.offsetTop;
  const bottom = top + item.offsetHeight - list.clientHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop) list.scrollTop = bottom;
}

// -- small things ---------------------------------------------------------------------------------

function newStatus() {
  const line = document.createElement("p");
  line.className = "unseen";
  line.setAttribute("role", "status");
  return line;
}

function valueOf(element) {
  if (element.type === "checkbox") return element.checked ? "1" : "";
  return element.matches("input, select, textarea") ? element.value : (element.dataset.value ?? "");
}

function save({ name, text, type }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// Whether a key already means something to the element that has the focus.
function isTaken(target, key) {
  if (!(target instanceof Element) || target === document.body) return false;
  const presses = key === "Space" || key === "Enter";
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  if (target.nodeName !== "INPUT") {
    return presses && Boolean(target.closest("button, a[href], summary, [role=button], [role=option]"));
  }
  if (TYPED.includes(target.type)) return true;
  if (target.type === "range" || target.type === "radio") {
    return key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(key)
      || (key === "Space" && target.type === "radio");
  }
  return presses;
}

// Words beside an element that has the focus or the pointer.
class Tip {
  constructor(root) {
    this.root = root;
    this.box = document.createElement("div");
    this.box.className = "tip";
    this.hide();
    for (const name of ["mouseover", "focusin"]) {
      root.addEventListener(name, (event) => {
        const target = event.target.closest?.("[data-tip]");
        if (target) this.show(target);
        else this.rest();
      });
    }
    root.addEventListener("mouseleave", () => this.rest());
    root.addEventListener("focusout", () => this.hide());
  }

  // In a dialog the tip must be inside it: nothing else is above it.
  show(target) {
    this.target = target;
    const home = target.closest("dialog") ?? this.root;
    home.append(this.box);
    this.box.textContent = target.dataset.tip;
    this.box.hidden = false;
    const zoom = home.currentCSSZoom ?? 1;
    const place = target.getBoundingClientRect();
    const edge = home.getBoundingClientRect();
    const most = Math.max(4, edge.width - this.box.offsetWidth * zoom - 4);
    const left = Math.min(Math.max(4, place.left - edge.left), most);
    this.box.style.left = `${left / zoom}px`;
    this.box.style.top = `${(place.bottom - edge.top + 6) / zoom + (home === this.root ? 0 : home.scrollTop)}px`;
  }

  hide() {
    this.target = null;
    this.box.hidden = true;
  }

  // The mouse may pass over something else: what the keyboard is on keeps its words.
  rest() {
    const kept = this.root.querySelector("[data-tip]:focus-visible");
    if (kept) this.show(kept);
    else this.hide();
  }

  // After a redraw the words may be others, or what they were about may be gone.
  redraw() {
    if (this.target?.dataset.tip && this.root.contains(this.target)) this.show(this.target);
    else this.rest();
  }
}

// -- the stage ------------------------------------------------------------------------------------

class Stage {
  constructor(model) {
    this.model = model;
    this.root = document.createElement("div");
    this.root.className = "stage";
    this.root.innerHTML = model.frame;
    this.regions = new Map(
      [...this.root.querySelectorAll("[data-region]")].map((part) => [part.dataset.region, part]));
    this.shown = {};
    this.number = 0;
    this.timer = this.waiting = this.resting = this.scrolling = 0;
    this.greeted = false;
    this.measured = "";
    this.sized = false;
    this.applied = -Infinity;
    this.tip = new Tip(this.root);
    // Behind an open dialog nothing is heard: each has a line of its own to be spoken.
    this.statuses = [this.root, ...this.root.querySelectorAll("dialog")].map((home) => {
      const line = newStatus();
      home.append(line);
      return line;
    });
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    const full = JSON.parse(model.full);
    this.number = full.n ?? 0;
    this.apply(full);
    if (model.patch) this.sendLater({ do: "lost" });
    this.listen();
  }

  find(key) {
    return this.root.querySelector(`[data-key="${CSS.escape(key)}"]`);
  }

  get focused() {
    return this.root.getRootNode().activeElement;
  }

  // Asking for sizes or styles would have the page laid out before each key: what is hidden says so,
  // and only a stage that had no size when last seen is asked.
  get visible() {
    if (!this.root.isConnected) return false;
    for (let part = this.root; part; part = part.parentElement ?? part.getRootNode().host) {
      if (part.hidden) return false;
    }
    return this.sized || this.root.checkVisibility();
  }

  get dialog() {
    return this.root.querySelector("dialog[open]");
  }

  send(message) {
    clearTimeout(this.resting);
    this.model.send_msg(message);
  }

  // Not from inside a patch: what changes while one is applied is taken for Python's own doing.
  sendLater(message) {
    setTimeout(() => this.send(message));
  }

  // -- what Python shows --------------------------------------------------------------------------

  apply(message) {
    const now = performance.now();
    // A motion would have every picture of the next half second painted, while a key is held down.
    this.root.classList.toggle("hurried", now - this.applied < HURRY);
    this.applied = now;
    const active = this.focused;
    const region = active?.closest?.("[data-region]");
    for (const [name, html] of Object.entries(message.regions ?? {})) this.put(name, html);
    for (const [list, item] of Object.entries(message.current ?? {})) this.markCurrent(list, item);
    for (const [name, on] of Object.entries(message.classes ?? {})) this.root.classList.toggle(name, on);
    if (region && (!this.root.contains(active) || active.disabled)) this.refocus(active.dataset.key, region);
    if (message.greeted) this.greeted = true;
    if ("say" in message) this.say(message.say);
    if ("focus" in message) this.find(message.focus)?.focus();
    if ("dialog" in message) this.open(message.dialog);
    if ("copy" in message) this.copy(message.copy);
    if (message.copy_link) this.copy(location.href);
    if ("download" in message) save(message.download);
    if ("beat" in message) this.beat(message.beat);
    if ("rest" in message) this.rest(message.rest);
    this.tip.redraw();
  }

  // A change is the whole HTML of a region, or what stands between a beginning and an end that stay.
  put(name, change) {
    const region = this.regions.get(name);
    const old = this.shown[name] ?? "";
    const [start, end, between] = Array.isArray(change) ? change : [0, 0, change];
    const html = old.slice(0, start) + between + (end ? old.slice(-end) : "");
    if (!region || old === html) return;
    this.shown[name] = html;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    morph(region, fresh.content);
  }

  markCurrent(key, itemKey) {
    const list = this.find(key);
    for (const item of list?.querySelectorAll("[aria-current]") ?? []) item.removeAttribute("aria-current");
    const item = list?.querySelector(`[data-key="${CSS.escape(itemKey)}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "step");
    // With the next picture: to ask for places now would have all of the page laid out twice.
    cancelAnimationFrame(this.scrolling);
    this.scrolling = requestAnimationFrame(() => scrollTo(list, item));
  }

  // What had the focus is gone or disabled: its successor takes it, or else the region that it was in.
  refocus(key, region) {
    const same = key && this.find(key);
    if (same && !same.disabled) {
      same.focus({ preventScroll: true });
      return;
    }
    if (!region.hasAttribute("tabindex")) region.setAttribute("tabindex", "-1");
    region.focus({ preventScroll: true });
  }

  // The page around the stage speaks too, where it can: then only a dialog needs its own voice.
  say({ text, spoken }) {
    const home = this.dialog ?? this.root;
    for (const line of this.statuses) line.textContent = "";
    if (spoken && home === this.root) return;
    const line = this.statuses.find((each) => each.parentNode === home);
    // The same words twice are only spoken twice if the line was empty in between.
    requestAnimationFrame(() => { line.textContent = text; });
  }

  beat(milliseconds) {
    clearTimeout(this.timer);
    if (milliseconds <= 0) return;
    this.timer = setTimeout(() => {
      if (this.visible) this.send({ do: "beat" });
      else this.beat(milliseconds);
    }, milliseconds);
  }

  // For what Python can do ahead meanwhile. What the reader does comes first.
  rest(milliseconds) {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.visible && this.send({ do: "rest" }), milliseconds);
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.send({ do: "copied", value: "1" });
    } catch {
      // No clipboard here: the view shows the text instead.
      this.send({ do: "copied", value: "", fields: { text } });
    }
  }

  open(key) {
    const dialog = this.find(key);
    if (!dialog || dialog.open) return;
    dialog.showModal();
    // At its top and not at its first control. (In a frame, `autofocus` is an error to some browsers.)
    dialog.querySelector("[tabindex='-1']")?.focus({ preventScroll: true });
    for (const list of dialog.querySelectorAll("[data-list]")) {
      const chosen = list.querySelector("[aria-selected=true]");
      if (chosen) scrollTo(list, chosen);
    }
  }

  // -- what the reader does -----------------------------------------------------------------------

  listen() {
    const { root, model } = this;
    for (const name of ["click", "change", "input", "submit"]) {
      root.addEventListener(name, (event) => this[name](event));
    }
    const pressed = (event) => this.pressed(event);
    const resized = () => this.resized();
    const watcher = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) if (target === root) this.sized = contentRect.width > 0;
      resized();
    });
    document.addEventListener("keydown", pressed);
    this.dark.addEventListener("change", resized);
    model.on("patch", () => this.patched(JSON.parse(model.patch)));
    model.on("after_render", () => {
      this.place();
      setTimeout(() => this.greet(100));
      for (const part of [document.body, root]) watcher.observe(part);
      for (const part of root.querySelectorAll("[data-measure]")) watcher.observe(part);
    });
    model.on("remove", () => {
      clearTimeout(this.timer);
      clearTimeout(this.waiting);
      clearTimeout(this.resting);
      watcher.disconnect();
      this.dark.removeEventListener("change", resized);
      document.removeEventListener("keydown", pressed);
    });
  }

  // What changes builds on the message before: where one is missing, all of it is asked for anew.
  patched(message) {
    const lost = message.n > this.number + 1 && !message.whole;
    this.number = message.n;
    if (lost) this.sendLater({ do: "lost" });
    this.apply(lost ? { ...message, regions: {} } : message);
  }

  click({ target }) {
    const opener = target.closest("[data-opens]");
    if (opener) this.open(opener.dataset.opens);
    if (target.closest("[data-closes]")) target.closest("dialog")?.close();
    const doer = target.closest("[data-do]");
    if (!doer || doer.matches(OWN_FORM)) return;
    if (doer.getAttribute("aria-disabled") === "true" && !("tells" in doer.dataset)) return;
    this.send({ do: doer.dataset.do, value: valueOf(doer) });
  }

  change({ target }) {
    if (!target.dataset.do) return;
    if (target.type === "file") this.sendFile(target);
    else this.sendValue(target);
  }

  input({ target }) {
    if (target.dataset.filter) this.filter(target);
    if (target.dataset.do && "live" in target.dataset) this.sendValue(target);
  }

  submit(event) {
    event.preventDefault();
    const form = event.target;
    if (!form.dataset.do) return;
    const texts = [...new FormData(form)].filter(([, entry]) => typeof entry === "string");
    this.send({ do: form.dataset.do, fields: Object.fromEntries(texts) });
  }

  sendValue(target) {
    this.send({ do: target.dataset.do, value: valueOf(target), fields: { name: target.name ?? "" } });
  }

  async sendFile(target) {
    const file = target.files[0];
    if (!file) return;
    const value = file.size > LARGEST_FILE ? "" : await file.text();
    const fields = { name: file.name, size: String(file.size) };
    this.send({ do: target.dataset.do, value, file: true, fields });
    target.value = "";
  }

  filter(field) {
    const found = filterList(this.find(field.dataset.filter), field.value);
    const told = this.root.querySelector(`[data-filtered="${CSS.escape(field.dataset.filter)}"]`);
    if (told) told.textContent = found;
  }

  pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.visible) return;
    const target = event.composedPath()[0];
    if (event.key === "Escape") this.tip.hide();
    const inside = this.root.contains(target);
    if ((inside && this.pressedInside(event, target)) || this.pressedAnywhere(event, target)) {
      event.preventDefault();
    }
  }

  // Keys in a list, from a search field into its list, and on what is a button only in name.
  pressedInside({ key }, target) {
    if (target.matches("[data-filter]") && key === "ArrowDown") {
      itemsOf(this.find(target.dataset.filter))[0]?.focus();
      return true;
    }
    const list = target.closest("[data-list]");
    if (list && moveInList(list, this.focused, key)) return true;
    if (!["Enter", " "].includes(key) || !target.matches(`[data-do]:not(button, a, ${OWN_FORM})`)) return false;
    target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return true;
  }

  pressedAnywhere(event, target) {
    const key = event.key === " " ? "Space" : event.key;
    if (isTaken(target, key)) return false;
    const doer = (this.dialog ?? this.root).querySelector(`[data-hotkey~="${CSS.escape(key)}"]`);
    if (!doer) return false;
    if (!doer.disabled) doer.click();
    return true;
  }

  // -- size and looks of the window ---------------------------------------------------------------

  measure() {
    const fields = {
      width: String(Math.round(this.root.clientWidth || innerWidth)),
      height: String(innerHeight),
      dark: this.dark.matches ? "1" : "",
      still: this.still.matches ? "1" : "",
    };
    for (const part of this.root.querySelectorAll("[data-measure]")) {
      fields[part.dataset.measure] = `${part.clientWidth}x${part.clientHeight}`;
    }
    return fields;
  }

  // Tells what fills the rest of the window how much is above it.
  place() {
    for (const part of this.root.querySelectorAll("[data-fill]")) {
      const above = Math.round(part.getBoundingClientRect().top + scrollY);
      part.style.setProperty("--above", `${above}px`);
    }
  }

  resized() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      if (!this.visible) return;
      this.place();
      const fields = this.measure();
      if (this.measured === JSON.stringify(fields)) return;
      this.measured = JSON.stringify(fields);
      this.send({ do: "resize", fields });
    }, 150);
  }

  // Nobody may be listening yet when the stage is drawn: it greets until it is answered.
  greet(pause) {
    if (this.greeted || !this.root.isConnected) return;
    const fields = this.measure();
    this.measured = JSON.stringify(fields);
    this.send({ do: "ready", fields });
    setTimeout(() => this.greet(pause * 2), pause);
  }
}

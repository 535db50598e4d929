// Shows the HTML that Python makes, region by region, and sends what the reader does to Python.
// What the attributes mean stands in stage.py.

const TYPED = ["text", "search", "number", "url", "email", "password", "tel"];
const LARGEST_FILE = 4000000;

export function render({ model, el }) {
  const root = document.createElement("div");
  root.className = "stage";
  root.innerHTML = model.frame;
  const said = document.createElement("p");
  said.className = "unseen";
  said.setAttribute("role", "status");
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  root.append(said, tip);

  const shown = {};
  let number = 0;
  let dragged = null;
  let timer = 0;
  let waiting = 0;
  let greeted = false;
  let tipped = null;

  const find = (key) => root.querySelector(`[data-key="${CSS.escape(key)}"]`);
  const focused = () => root.getRootNode().activeElement;
  const send = (message) => model.send_msg(message);
  // Not from inside a patch: what changes while one is applied is taken for Python's own doing.
  const sendLater = (message) => setTimeout(() => send(message));

  // -- what Python shows ------------------------------------------------------------------------

  function put(name, html) {
    const region = root.querySelector(`[data-region="${CSS.escape(name)}"]`);
    if (!region || shown[name] === html) return;
    shown[name] = html;
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    morph(region, fresh.content);
  }

  function morph(old, fresh) {
    const keyed = new Map();
    for (const child of old.children) {
      if (child.dataset.key) keyed.set(child.dataset.key, child);
    }
    let at = old.firstChild;
    for (const node of [...fresh.childNodes]) {
      const key = node.dataset?.key;
      let match = null;
      if (key) {
        const found = keyed.get(key);
        if (found && found.nodeName === node.nodeName) match = found;
      } else if (at && at.nodeName === node.nodeName && !at.dataset?.key) {
        match = at;
      }
      if (!match) {
        old.insertBefore(node, at);
        continue;
      }
      if (match === at) at = at.nextSibling;
      else old.insertBefore(match, at);
      update(match, node);
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
      if (name === "checked") old.checked = false;
      if (name === "selected") old.selected = false;
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) === value) continue;
      old.setAttribute(name, value);
      if (name === "value" && old !== dragged) old.value = value;
      if (name === "checked") old.checked = true;
      if (name === "selected") old.selected = true;
    }
    if (old.nodeName !== "TEXTAREA") morph(old, fresh);
    else if (old.textContent !== fresh.textContent) old.value = old.textContent = fresh.textContent;
  }

  function mark(list, key) {
    const place = find(list);
    if (!place) return;
    for (const item of place.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    const item = place.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!item) return;
    item.setAttribute("aria-current", "step");
    // Only the list scrolls, never the page.
    const top = item.offsetTop - place.offsetTop;
    if (top < place.scrollTop) place.scrollTop = top;
    const bottom = top + item.offsetHeight - place.clientHeight;
    if (bottom > place.scrollTop) place.scrollTop = bottom;
  }

  function apply(message) {
    const active = focused();
    const key = active?.dataset?.key;
    const region = active?.closest?.("[data-region]");
    for (const [name, html] of Object.entries(message.regions ?? {})) put(name, html);
    for (const [list, item] of Object.entries(message.current ?? {})) mark(list, item);
    for (const [name, on] of Object.entries(message.classes ?? {})) root.classList.toggle(name, on);
    if (active && root.contains(active) === false && region) refocus(key, region);
    if (message.greeted) greeted = true;
    if ("say" in message) said.textContent = message.say;
    if ("focus" in message) find(message.focus)?.focus();
    if ("dialog" in message) open(message.dialog);
    if ("copy" in message) copy(message.copy);
    if (message.copy_link) copy(location.href);
    if ("download" in message) save(message.download);
    if ("beat" in message) beat(message.beat);
    if (tipped && root.contains(tipped) && tipped.dataset.tip) showTip(tipped);
    else restTip();
  }

  function refocus(key, region) {
    const same = key && find(key);
    if (same && !same.disabled) {
      same.focus({ preventScroll: true });
      return;
    }
    if (!region.hasAttribute("tabindex")) region.setAttribute("tabindex", "-1");
    region.focus({ preventScroll: true });
  }

  function beat(milliseconds) {
    clearTimeout(timer);
    timer = 0;
    if (milliseconds > 0) {
      timer = setTimeout(() => {
        if (visible()) send({ do: "beat" });
        else beat(milliseconds);
      }, milliseconds);
    }
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      send({ do: "copied", value: "1" });
    } catch {
      // No clipboard here: the view shows the text instead.
      send({ do: "copied", value: "", fields: { text } });
    }
  }

  function save({ name, text, type }) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function open(key) {
    const dialog = find(key);
    if (dialog && !dialog.open) dialog.showModal();
  }

  // -- what the reader does ---------------------------------------------------------------------

  function value(element) {
    if (element.type === "checkbox") return element.checked ? "1" : "";
    if ("value" in element && element.matches("input, select, textarea")) return element.value;
    return element.dataset.value ?? "";
  }

  root.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    if (opener) open(opener.dataset.opens);
    if (event.target.closest("[data-closes]")) event.target.closest("dialog")?.close();
    const target = event.target.closest("[data-do]");
    if (!target || target.matches("input, select, textarea, form")) return;
    if (target.getAttribute("aria-disabled") === "true" && !target.hasAttribute("data-tells")) return;
    send({ do: target.dataset.do, value: value(target) });
  });

  root.addEventListener("change", async (event) => {
    const target = event.target;
    if (!target.dataset.do) return;
    if (target.type === "file") {
      const file = target.files[0];
      if (!file) return;
      const text = file.size > LARGEST_FILE ? "" : await file.text();
      send({ do: target.dataset.do, value: text, file: true,
        fields: { name: file.name, size: String(file.size) } });
      target.value = "";
    } else {
      send({ do: target.dataset.do, value: value(target), fields: { name: target.name ?? "" } });
    }
  });

  root.addEventListener("input", (event) => {
    const target = event.target;
    if (target.dataset.filter) filter(target);
    if (target.dataset.do && "live" in target.dataset) {
      send({ do: target.dataset.do, value: value(target), fields: { name: target.name ?? "" } });
    }
  });

  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = event.target;
    if (!form.dataset.do) return;
    const fields = Object.fromEntries(
      [...new FormData(form)].filter(([, entry]) => typeof entry === "string"));
    send({ do: form.dataset.do, fields });
  });

  root.addEventListener("pointerdown", (event) => {
    if (event.target.type === "range") dragged = event.target;
  });
  const dropped = () => { dragged = null; };
  document.addEventListener("pointerup", dropped);

  // -- lists, searching, tips -------------------------------------------------------------------

  const items = (list) => [...list.querySelectorAll("[data-item]")].filter((item) => !item.hidden);

  function filter(field) {
    const list = find(field.dataset.filter);
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    const all = list.querySelectorAll("[data-item]");
    for (const item of all) {
      item.hidden = !words.every((word) => item.dataset.item.includes(word));
      count += !item.hidden;
    }
    for (const group of list.querySelectorAll(".group")) group.hidden = !items(group).length;
    const told = root.querySelector(`[data-filtered="${CSS.escape(field.dataset.filter)}"]`);
    if (told) {
      told.textContent = !words.length ? "" : count ? `${count} of ${all.length} found.`
        : "Nothing found: try a game or a language.";
    }
  }

  const centre = (item) => {
    const box = item.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };

  // Where an arrow key leads on a map: along the row, or to the nearest place in the next row.
  function neighbour(key, all) {
    const here = centre(focused());
    const [along, across] = key === "ArrowLeft" || key === "ArrowRight" ? [0, 1] : [1, 0];
    const way = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    const ahead = all.map((item) => {
      const there = centre(item);
      return { item, far: way * (there[along] - here[along]), off: Math.abs(there[across] - here[across]) };
    }).filter(({ far, off }) => far > 4 && (along || off < 4));
    ahead.sort((a, b) => Math.abs(a.far - b.far) > 4 ? a.far - b.far : a.off - b.off);
    return ahead[0]?.item;
  }

  function moveInList(event, list) {
    const all = items(list);
    if ("grid" in list.dataset && event.key.startsWith("Arrow")) {
      neighbour(event.key, all)?.focus();
      return true;
    }
    const at = all.indexOf(focused());
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return false;
    (all[Math.max(0, Math.min(all.length - 1, to))] ?? all[0])?.focus();
    return true;
  }

  function showTip(target) {
    tipped = target;
    tip.textContent = target.dataset.tip;
    tip.hidden = false;
    const box = target.getBoundingClientRect();
    const home = root.getBoundingClientRect();
    const zoom = root.currentCSSZoom ?? 1;
    const left = Math.min(Math.max(4, box.left - home.left), Math.max(4, home.width - tip.offsetWidth * zoom - 4));
    tip.style.left = `${left / zoom}px`;
    tip.style.top = `${(box.bottom - home.top + 6) / zoom}px`;
  }
  function hideTip() {
    tipped = null;
    tip.hidden = true;
  }
  // The mouse may pass over something else: what the keyboard is on keeps its words.
  function restTip() {
    const kept = root.querySelector("[data-tip]:focus-visible");
    if (kept) showTip(kept);
    else hideTip();
  }
  for (const name of ["mouseover", "focusin"]) {
    root.addEventListener(name, (event) => {
      const target = event.target.closest?.("[data-tip]");
      if (target) showTip(target);
      else restTip();
    });
  }
  root.addEventListener("mouseleave", restTip);
  root.addEventListener("focusout", hideTip);

  // -- keys -------------------------------------------------------------------------------------

  const visible = () => root.isConnected && root.checkVisibility();

  // Whether the key already means something to the element that has the focus.
  function taken(target, key) {
    if (!target || target === document.body) return false;
    if (target.isContentEditable || target.nodeName === "TEXTAREA" || target.nodeName === "SELECT") return true;
    if (target.nodeName === "INPUT") {
      if (TYPED.includes(target.type)) return true;
      if (target.type === "range" || target.type === "radio") {
        return key.startsWith("Arrow") || ["Home", "End", "PageUp", "PageDown"].includes(key)
          || (key === "Space" && target.type === "radio");
      }
      return key === "Space" || key === "Enter";
    }
    if (target.closest("button, a[href], summary, [role=button], [role=option]")) {
      return key === "Space" || key === "Enter";
    }
    return false;
  }

  function pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !visible()) return;
    const target = event.composedPath()[0];
    if (event.key === "Escape" && !tip.hidden) hideTip();
    const inside = root.contains(target);
    if (inside && target.matches("[data-filter]") && event.key === "ArrowDown") {
      items(find(target.dataset.filter))[0]?.focus();
      event.preventDefault();
      return;
    }
    const list = inside && target.closest("[data-list]");
    if (list && moveInList(event, list)) {
      event.preventDefault();
      return;
    }
    if (inside && ["Enter", " "].includes(event.key)
        && target.matches("[data-do]:not(button, a, input, select, textarea, form)")) {
      event.preventDefault();
      target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      return;
    }
    const key = event.key === " " ? "Space" : event.key;
    if (taken(target, key)) return;
    const dialog = root.querySelector("dialog[open]");
    const doer = (dialog ?? root).querySelector(`[data-hotkey~="${CSS.escape(key)}"]`);
    if (!doer) return;
    event.preventDefault();
    if (!doer.disabled) doer.click();
  }
  document.addEventListener("keydown", pressed);

  // -- size and looks of the window ---------------------------------------------------------------

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const measure = () => ({
    width: String(Math.round(root.clientWidth || innerWidth)),
    height: String(innerHeight),
    dark: dark.matches ? "1" : "",
    still: still.matches ? "1" : "",
  });
  let measured = "";
  function resized() {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const now = measure();
      if (!visible() || measured === JSON.stringify(now)) return;
      measured = JSON.stringify(now);
      send({ do: "resize", fields: now });
    }, 150);
  }
  const watcher = new ResizeObserver(resized);
  dark.addEventListener("change", resized);

  // -- begin and end ------------------------------------------------------------------------------

  apply(JSON.parse(model.full));
  if (model.patch) sendLater({ do: "lost" });
  model.on("patch", () => {
    const message = JSON.parse(model.patch);
    if (number && message.n > number + 1) sendLater({ do: "lost" });
    number = message.n;
    apply(message);
  });
  // Nobody may be listening yet when the stage is drawn: it greets until it is answered.
  function greet(pause) {
    if (greeted || !root.isConnected) return;
    const now = measure();
    measured = JSON.stringify(now);
    send({ do: "ready", fields: now });
    setTimeout(() => greet(pause * 2), pause);
  }
  model.on("after_render", () => {
    setTimeout(() => greet(100));
    watcher.observe(root);
  });
  model.on("remove", () => {
    clearTimeout(timer);
    clearTimeout(waiting);
    watcher.disconnect();
    dark.removeEventListener("change", resized);
    document.removeEventListener("pointerup", dropped);
    document.removeEventListener("keydown", pressed);
  });
  el.append(root);
}

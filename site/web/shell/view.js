// One view on the page: its Bokeh document, drawn once, and the changes that go back and forth.

// The notebooks that go deeper, in a line at the end of the view.
function deeper(lessons) {
  if (lessons.length === 0) return [];
  const line = document.createElement("p");
  line.className = "deeper";
  line.append("Go deeper in a notebook: ");
  lessons.forEach(({ title, path }, number) => {
    const link = document.createElement("a");
    link.href = path;
    link.textContent = title;
    line.append(...(number ? [", "] : []), link);
  });
  return [line];
}

export class View {
  constructor(name, title, lessons, python) {
    this.name = name;
    this.python = python;
    this.opened = false;
    this.busy = 0;
    this.patching = 0;
    this.queue = [];
    this.element = document.createElement("section");
    this.element.className = "view";
    this.element.id = `view-${name}`;
    this.element.hidden = true;
    this.element.setAttribute("aria-labelledby", `title-${name}`);
    this.heading = document.createElement("h1");
    this.heading.id = `title-${name}`;
    this.heading.tabIndex = -1;
    this.heading.textContent = title;
    this.body = document.createElement("div");
    this.element.append(this.heading, this.body, ...deeper(lessons));
    this.wait("Loading: the view opens as soon as Python is there.");
  }

  wait(words) {
    const box = document.createElement("p");
    box.className = "waiting";
    box.textContent = words;
    this.body.replaceChildren(box);
  }

  open(state) {
    this.opened = true;
    this.python.send("open", { view: this.name, state });
  }

  // One drawing after the other: of several that wait, only the last is worth it.
  draw(Bokeh, message) {
    this.build = message.build;
    this.drawing = (this.drawing ?? Promise.resolve())
      .catch(() => {})
      .then(() => message.build === this.build && this.drawNow(Bokeh, message));
    return this.drawing;
  }

  async drawNow(Bokeh, { docs, items, roots }) {
    for (const root of this.roots ?? []) root.remove();
    this.jsdoc = null;
    this.queue = [];
    this.busy = 0;
    const places = {};
    const elements = JSON.parse(roots).map((id) => {
      const element = document.createElement("div");
      element.id = places[id] = `root-${this.name}-${id}`;
      return element;
    });
    this.body.replaceChildren(...elements);
    const [item] = JSON.parse(items);
    const [views] = await Bokeh.embed.embed_items(JSON.parse(docs), [
      { ...item, roots: places, root_ids: Object.keys(places) },
    ]);
    this.roots = [...views.roots.values()];
    this.jsdoc = this.roots[0].model.document;
    const { jsdoc } = this;
    jsdoc.on_change((event) => jsdoc === this.jsdoc && this.changed(event), false);
    this.python.send("rendered", { view: this.name, build: this.build });
    this.element.dataset.drawn = "yes";
  }

  // While Python works, a changed property waits, and of several for one property only the last is
  // sent: a slider never falls behind the hand. A message (a key that was pressed) is never left out,
  // so it need not wait here: Python finds it as soon as it is done, in the order of the keys.
  changed(event) {
    if (event.setter_id === "py" || this.patching > 0) return;
    const waits = this.busy > 0 && (event.attr || this.queue.length > 0);
    if (!waits) {
      this.sendChanges([event]);
      return;
    }
    this.queue = this.queue.filter(
      (old) => !(event.attr && old.model === event.model && old.attr === event.attr),
    );
    this.queue.push(event);
  }

  sendChanges(events) {
    this.busy += 1;
    this.python.send("patch", {
      view: this.name,
      build: this.build,
      patch: this.jsdoc.create_json_patch(events),
    });
  }

  idle({ build }) {
    if (build !== this.build) return;
    this.busy -= 1;
    if (this.busy === 0 && this.queue.length > 0) this.sendChanges(this.queue.splice(0));
  }

  apply({ build, patch, buffers }) {
    if (!this.jsdoc || build !== this.build) return; // a change that was under way when the view was built anew
    this.patching += 1;
    try {
      this.jsdoc.apply_json_patch(patch, buffers);
    } finally {
      this.patching -= 1;
    }
  }
}

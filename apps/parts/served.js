// The page around a served view: see served.py.

const PAUSE = 100;

export function render({ model, el }) {
  const title = document.createElement("h1");
  title.textContent = model.title;
  const said = document.createElement("p");
  said.className = "unseen";
  said.id = "announcer";
  said.setAttribute("aria-live", "polite");

  function say(text) {
    // The same words twice are only spoken twice if the line was empty in between.
    said.textContent = "";
    requestAnimationFrame(() => { said.textContent = text; });
  }

  // Browsers refuse an address that changes as fast as a held key repeats: the last one counts.
  let waiting = 0;
  function link(search, push) {
    clearTimeout(waiting);
    const address = search ? `?${search}` : location.pathname;
    if (push && address !== location.search) history.pushState(null, "", address);
    else waiting = setTimeout(() => history.replaceState(null, "", address), PAUSE);
  }

  // All that Panel shows is the page's content.
  model.on("after_render", () => document.querySelector("[data-root-id]")?.setAttribute("role", "main"));

  const followed = () => {
    clearTimeout(waiting);
    model.send_msg({ search: location.search });
  };
  addEventListener("popstate", followed);
  model.on("remove", () => removeEventListener("popstate", followed));
  model.on("msg:custom", (message) => {
    if ("say" in message) say(message.say);
    else if ("view" in message) location.assign(`${message.view}?${message.search}`);
    else link(message.search, message.push);
  });
  el.append(title, said);
}

// The page around a served view: see served.py.

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

  function link(search, push) {
    const address = search ? `?${search}` : location.pathname;
    if (push && address !== location.search) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  // All that Panel shows is the page's content.
  model.on("after_render", () => document.querySelector("[data-root-id]")?.setAttribute("role", "main"));

  const followed = () => model.send_msg({ search: location.search });
  addEventListener("popstate", followed);
  model.on("remove", () => removeEventListener("popstate", followed));
  model.on("msg:custom", (message) => {
    if ("say" in message) say(message.say);
    else if ("view" in message) location.assign(`${message.view}?${message.search}`);
    else link(message.search, message.push);
  });
  el.append(title, said);
}

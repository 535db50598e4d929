// Starts JupyterLab: gets the site's service worker first, then fills in where the site lies.

const lab = new URL("./", location.href);
const site = new URL("../", lab);
const waiting = document.getElementById("lab-waiting");
const PATIENCE = 60_000;

// One service worker for the whole site: it keeps the lab for the time without a network, and it is
// the way on which a kernel reads files and asks for input(). Without it the notebooks still run.
async function beControlled() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  if (!serviceWorker.controller) {
    const taken = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    try {
      const registration = await serviceWorker.register(new URL("sw.js", site), { scope: site.pathname });
      // After a forced reload the page has no service worker although there is one.
      registration.active?.postMessage("claim");
      await Promise.race([taken, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
      // This page came before the service worker did, so it has to be shown to it once more.
      await Promise.all(["./", "start.css", "start.js"].map((path) => fetch(new URL(path, lab))));
    } catch (error) {
      console.info(`The notebooks cannot be kept for offline use: ${error}`);
    }
  }
}

// JupyterLite removes every service worker of the host when it does not find its version noted.
function noteVersion(config) {
  const { controller } = navigator.serviceWorker ?? {};
  if (controller) localStorage.setItem(`${controller.scriptURL}-version`, config.appVersion);
}

function withAddresses(value, key = "") {
  if (Array.isArray(value)) return value.map((item) => withAddresses(item));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withAddresses(item, name)]));
  }
  return key.endsWith("Url") && value.startsWith("./") ? new URL(value, lab).pathname : value;
}

async function start() {
  const place = document.getElementById("jupyter-config-data");
  const config = withAddresses(JSON.parse(place.textContent));
  // JupyterLab joins this one to the base itself.
  config.themesUrl = "build/themes";
  // Side by side needs room.
  config.mode = matchMedia("(max-width: 760px)").matches ? "single-document" : "multiple-document";
  place.textContent = JSON.stringify(config);
  await beControlled();
  noteVersion(config);
  const bundle = document.createElement("script");
  bundle.src = new URL("build/lab/bundle.js", lab);
  bundle.onerror = () => {
    waiting.textContent = "JupyterLab did not arrive. Check the network and reload the page.";
  };
  document.head.append(bundle);
}

const FIRST = "{{first}}";

function addHome() {
  const home = document.createElement("a");
  home.className = "lab-home";
  home.href = site;
  home.textContent = "Dominolab";
  document.body.append(home);
}

// A link names a notebook: lab/?path=1-first-round.ipynb. A reader's first visit opens the first one.
async function openNamed() {
  const until = async (found) => {
    while (!found()) await new Promise((resolve) => setTimeout(resolve, 50));
    return found();
  };
  const app = await until(() => window.jupyterapp);
  await app.restored;
  addHome();
  new BroadcastChannel("dominolab-lab").onmessage = ({ data }) => {
    const message = `Python could not be started (${data}). Check the network, then choose Kernel, Restart Kernel.`;
    app.commands.execute("apputils:notify", { message, type: "error", options: { autoClose: false } });
  };
  const link = new URL(location.href);
  const name = link.searchParams.get("path");
  const open = [...app.shell.widgets("main")].filter((widget) => widget.context);
  if (name || open.length === 0) await app.commands.execute("docmanager:open", { path: name ?? FIRST });
  // Reloading brings back what the reader has open by then.
  link.searchParams.delete("path");
  history.replaceState(null, "", link);
}

// A notebook's link to a view opens it in a tab of its own: the notebook's Python goes on living.
document.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest?.('a[href^="{{link}}"]');
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    open(new URL(link.getAttribute("href").replace("{{link}}", "?"), site), "_blank", "noopener");
  },
  true,
);

start().then(openNamed);

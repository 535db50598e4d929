// Speaks up when the shell did not start: a plain script in old words, which every browser runs.
(function () {
  function part(tag, text) {
    var element = document.createElement(tag);
    element.appendChild(document.createTextNode(text));
    return element;
  }

  function reason() {
    if (!("noModule" in document.createElement("script"))) {
      return ["This browser is too old", "The games need a newer browser: Firefox 114, Chrome 103, Edge 103, Safari 16.4 or newer."];
    }
    if (location.protocol === "file:") {
      return ["This page was opened as a file", "The games need an address that begins with http. In this folder run “python -m http.server”, then open http://localhost:8000/ in the browser."];
    }
    return ["A part of Dominolab did not arrive", "One of the page's own scripts could not be fetched. Load the page again; if that does not help, the site's folder is not complete."];
  }

  window.addEventListener("load", function () {
    if (document.documentElement.getAttribute("data-shell")) return;
    var box = document.getElementById("problem");
    var words = reason();
    box.appendChild(part("h2", words[0]));
    box.appendChild(part("p", words[1]));
    box.appendChild(part("p", "The comparison of the manuals below can be read as it is."));
    box.removeAttribute("hidden");
  });
})();

// Only browsers that know no modules run this file: old words, no modern syntax.
(function () {
  document.addEventListener("DOMContentLoaded", function () {
    var box = document.getElementById("problem");
    var title = document.createElement("h2");
    title.appendChild(document.createTextNode("This browser is too old"));
    var text = document.createElement("p");
    text.appendChild(document.createTextNode("The games need a newer browser: Firefox 114, Chrome 103, Edge 103, Safari 16.4 or newer. The comparison of the manuals below can be read in this one."));
    box.appendChild(title);
    box.appendChild(text);
    box.removeAttribute("hidden");
  });
})();

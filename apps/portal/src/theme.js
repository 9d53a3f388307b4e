/* Sets the theme before the first paint. A file of its own, because the page allows no inline scripts. */
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem("mantine-color-scheme-value");
  } catch (error) {
    /* Storage is blocked: the system's theme it is. */
  }
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
})();

/*
 * What must not wait for the module graph: the theme, set before the first paint, and (in the library) the first answers,
 * asked for while the code is on its way. A file of its own, because the page allows no inline scripts.
 */
(function () {
  var kept = function (key) {
    try {
      return localStorage.getItem(key);
    } catch (error) {
      /* Storage is blocked: the defaults it is. */
      return null;
    }
  };

  var theme = kept("mantine-color-scheme-value");
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  if (location.pathname !== "/" && location.pathname !== "/images") return;
  var sort = kept("stillreel-images-sort");
  var list = "/api/v1/workspace/personal/items?type=image&view=folder&sort=" + (sort === "oldest" || sort === "name" ? sort : "newest");
  /* `src/early-answers.ts` hands these to the first calls with the very same addresses. */
  window.earlyAnswers = {};
  ["/api/v1/auth/user-data", list + "&limit=50"].forEach(function (address) {
    var answer = fetch(address, { credentials: "same-origin", headers: { accept: "application/json" } });
    answer.catch(function () {});
    window.earlyAnswers[address] = answer;
  });
})();

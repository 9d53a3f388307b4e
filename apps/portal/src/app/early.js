/*
 * What must not wait for the module graph: the theme, set before the first paint, and (in the library) the first answers,
 * asked for while the code is on its way. A separate file, because the page allows no inline scripts.
 */
(function () {
  var readStored = function (key) {
    try {
      return localStorage.getItem(key);
    } catch (error) {
      /* Storage is blocked: the defaults it is. */
      return null;
    }
  };

  var theme = readStored("mantine-color-scheme-value");
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  if ((location.pathname !== "/" && location.pathname !== "/images") || /[?&]folder=/.test(location.search)) return;
  /* Shows the page's own first picture of the library, with as many rows of folders as last time; `src/app/first-paint.ts` takes it away. */
  if (readStored("stillreel-images-layout") !== "list")
    document.documentElement.setAttribute("data-first", readStored("stillreel-folder-rows") || "1");
  var sort = readStored("stillreel-images-sort");
  var list = "/api/v1/workspace/personal/items?type=image&view=folder&sort=" + (sort === "oldest" || sort === "name" ? sort : "newest");
  /* `src/platform/early-answers.ts` hands these to the first calls with the very same addresses. */
  window.earlyAnswers = {};
  var addresses = ["/api/v1/auth/user-data", list + "&limit=50", "/api/v1/workspace/personal/folders?kind=image&level=root"];
  addresses.forEach(function (address, index) {
    var answer = fetch(address, { credentials: "same-origin", headers: { accept: "application/json" } });
    answer.then(
      function (response) {
        if (!response.ok) document.documentElement.removeAttribute("data-first");
        else if (index === 1)
          response
            .clone()
            .json()
            .then(showPictures)
            .catch(function () {});
      },
      function () {},
    );
    window.earlyAnswers[address] = answer;
  });

  /* Puts the first thumbnails where the cards will show the very same files. */
  function showPictures(answer) {
    var frames = document.querySelectorAll("#first span");
    var items = answer.data.items;
    for (var index = 0; index < frames.length; index++) {
      var item = items[index];
      if (!item) frames[index].parentNode.remove();
      else if (item.thumbnailUrl && index < 6) {
        var image = new Image();
        image.alt = "";
        image.fetchPriority = "high";
        image.sizes = "(max-width: 639px) 45vw, (max-width: 959px) 45vw, 270px";
        if (item.thumbnailLargeUrl) image.srcset = item.thumbnailUrl + " 320w, " + item.thumbnailLargeUrl + " 640w";
        image.src = item.thumbnailUrl;
        frames[index].append(image);
      }
    }
  }
})();

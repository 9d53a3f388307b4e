/*
 * What must not wait for the module graph: the theme, set before the first paint, the code of the page's screen, and (in the library
 * and on item pages) the first answers, requested while the code loads. A separate file, because the page allows no inline scripts.
 */
(function () {
  var readStored = function (key) {
    try {
      return localStorage.getItem(key);
    } catch (error) {
      /* Storage is blocked: the defaults apply. */
      return null;
    }
  };

  var theme = readStored("mantine-color-scheme-value");
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  /* The build writes the files of the screens, with the pattern of their paths (`early-head.config.ts`). `npm run dev` writes none. */
  JSON.parse(document.currentScript.getAttribute("data-screens") || "[]").forEach(function (screen) {
    if (new RegExp(screen.path).test(location.pathname)) screen.files.forEach(preload);
  });

  var item = /^\/(image|video)s\/([0-9a-f-]{36})$/.exec(location.pathname);
  if (item) {
    void request("/api/v1/auth/user-data");
    void request("/api/v1/workspace/personal/files/" + item[1] + "/" + item[2]);
    if (item[1] === "video") whenRead(request("/api/v1/items/" + item[2] + "/playback"), preloadPoster);
  }

  if ((location.pathname !== "/" && location.pathname !== "/images") || /[?&]folder=/.test(location.search)) return;
  /* Shows the static first paint of the library, with as many rows of folders as last time. `src/app/first-paint.ts` removes it. */
  if (readStored("stillreel-images-layout") !== "list")
    document.documentElement.setAttribute("data-first", readStored("stillreel-folder-rows") || "1");
  var sort = readStored("stillreel-images-sort");
  var list = "/api/v1/workspace/personal/items?type=image&view=folder&sort=" + (sort === "oldest" || sort === "name" ? sort : "newest");
  var answers = [
    request("/api/v1/auth/user-data"),
    request(list + "&limit=50"),
    request("/api/v1/workspace/personal/folders?kind=image&level=root"),
  ];
  answers.forEach(function (answer) {
    answer.then(
      function (response) {
        if (!response.ok) document.documentElement.removeAttribute("data-first");
      },
      function () {},
    );
  });
  whenRead(answers[1], showPictures);

  function preload(file) {
    var link = document.createElement("link");
    var isStyle = /\.css$/.test(file);
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    /* The mode in which the build's own elements request the file; another mode would request it twice. */
    link.crossOrigin = "";
    link.href = file;
    document.head.append(link);
  }

  /* Requests an answer. `src/platform/early-answers.ts` returns it to the first call with the same address. */
  function request(address) {
    var answer = fetch(address, { credentials: "same-origin", headers: { accept: "application/json" } });
    window.earlyAnswers = window.earlyAnswers || {};
    window.earlyAnswers[address] = answer;
    return answer;
  }

  function whenRead(answer, use) {
    answer
      .then(function (response) {
        return response.ok
          ? response
              .clone()
              .json()
              .then(function (body) {
                use(body.data);
              })
          : undefined;
      })
      .catch(function () {});
  }

  function preloadPoster(playback) {
    if (!playback.posterUrl) return;
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = "image";
    link.fetchPriority = "high";
    link.href = playback.posterUrl;
    document.head.append(link);
  }

  /* Puts the first thumbnails where the cards will show the same files. */
  function showPictures(page) {
    var frames = document.querySelectorAll("#first span");
    for (var index = 0; index < frames.length; index++) {
      var shown = page.items[index];
      if (!shown) frames[index].parentNode.remove();
      else if (shown.thumbnailUrl && index < 6) {
        var image = new Image();
        image.alt = "";
        image.fetchPriority = "high";
        image.sizes = "(max-width: 639px) 45vw, (max-width: 959px) 45vw, 270px";
        if (shown.thumbnailLargeUrl) image.srcset = shown.thumbnailUrl + " 320w, " + shown.thumbnailLargeUrl + " 640w";
        image.src = shown.thumbnailUrl;
        frames[index].append(image);
      }
    }
  }
})();

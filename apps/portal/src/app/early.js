/*
 * What must not wait for the module graph: the theme, set before the first paint, the code of the page's screen, and (in the library
 * and on item pages) the first answers, requested while the code loads. The build writes it into the page (`early-head.config.ts`).
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

  var ofBuild = document.currentScript.dataset;

  /* The static first paint (`first-paint.config.ts`). `src/app/first-paint/first-paint.ts` removes it. */
  var item = /^\/(image|video)s\/([0-9a-f-]{36})$/.exec(location.pathname);
  if (item) openItem(item[1], item[2]);
  else if (/^\/(images)?$/.test(location.pathname) && !/[?&]folder=/.test(location.search)) openLibrary();
  else if (location.pathname === "/auth/login" && !/[?&](admin|error)=/.test(location.search) && isEnglish()) showFirst("sign-in");

  /*
   * After the answers, which are small, and with a lower priority. The build writes the files of the screens, with the pattern of their
   * paths (`early-head.config.ts`). `npm run dev` writes none.
   */
  JSON.parse(ofBuild.screens || "[]").forEach(function (screen) {
    if (new RegExp(screen.path).test(location.pathname)) screen.files.forEach(preload);
  });

  function openItem(type, id) {
    var user = request("/api/v1/auth/user-data");
    var file = request("/api/v1/workspace/personal/files/" + type + "/" + id);
    endUnlessOk([user, file]);
    if (type === "image") return;
    showFirst("video");
    whenRead(file, setRatio);
    whenRead(request("/api/v1/items/" + id + "/playback"), showPoster);
  }

  /* Shows as many rows of folders as last time. */
  function openLibrary() {
    if (readStored("stillreel-images-layout") !== "list") {
      document.documentElement.setAttribute("data-first-rows", readStored("stillreel-folder-rows") || "1");
      showFirst("library");
    }
    var sort = readStored("stillreel-images-sort");
    var list = "/api/v1/workspace/personal/items?type=image&view=folder&sort=" + (sort === "oldest" || sort === "name" ? sort : "newest");
    var user = request("/api/v1/auth/user-data");
    var items = request(list + "&limit=50");
    endUnlessOk([user, items, request("/api/v1/workspace/personal/folders?kind=image&level=root")]);
    whenRead(items, showPictures);
  }

  /* The texts of the first paint are English, as are those of a page whose language is not translated. */
  function isEnglish() {
    var asked = /[?&]lng=([^&]*)/.exec(location.search);
    var language = ((asked && asked[1]) || readStored("i18nextLng") || navigator.language).toLowerCase().split("-")[0];
    return language === "en" || ofBuild.languages.split(" ").indexOf(language) < 0;
  }

  function showFirst(part) {
    document.documentElement.setAttribute("data-first", part);
  }

  /* A refused request leads to another page than the expected one. */
  function endUnlessOk(answers) {
    answers.forEach(function (answer) {
      answer.then(
        function (response) {
          if (!response.ok) document.documentElement.removeAttribute("data-first");
        },
        function () {},
      );
    });
  }

  function preload(file) {
    var link = document.createElement("link");
    var isStyle = /\.css$/.test(file);
    link.rel = isStyle ? "preload" : "modulepreload";
    if (isStyle) link.as = "style";
    /* The mode in which the build's own elements request the file; another mode would request it twice. */
    link.crossOrigin = "";
    if (!isStyle) link.fetchPriority = "low";
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

  function setRatio(video) {
    if (video.width && video.height) document.documentElement.style.setProperty("--ratio", String(video.width / video.height));
  }

  function showPoster(playback) {
    var frame = document.querySelector(".first-video section > div");
    if (!frame || !playback.posterUrl) return;
    var image = new Image();
    image.alt = "";
    image.fetchPriority = "high";
    image.src = playback.posterUrl;
    frame.append(image);
  }

  /* Puts the first thumbnails where the cards will show the same files. */
  function showPictures(page) {
    var frames = document.querySelectorAll(".first-library span");
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

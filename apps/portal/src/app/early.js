/*
 * What must not wait for the module graph: the theme, set before the first paint, the first answers (in the library and on item pages),
 * and the code of the application. The build writes it into the page (`early-head.config.ts`).
 */
(function () {
  var readStored = function (key, storage) {
    try {
      return window[storage || "localStorage"].getItem(key);
    } catch (error) {
      /* Storage is blocked: the defaults apply. */
      return null;
    }
  };

  var theme = readStored("mantine-color-scheme-value");
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");

  var ofBuild = document.currentScript.dataset;

  /* The language of the page is known before its texts are loaded, so that nothing moves to the other side. */
  var language = detectLanguage();
  document.documentElement.lang = language;
  document.documentElement.dir = isIn(ofBuild.rightToLeft, language) ? "rtl" : "ltr";

  /* The static first paint (`first-paint.config.ts`). `src/app/first-paint/first-paint.ts` removes it. */
  var hasSession = !/(^|;\s*)signedOut=1/.test(document.cookie);
  var item = /^\/(image|video)s\/([0-9a-f-]{36})$/.exec(location.pathname);
  var shown = null;
  if (item) shown = hasSession ? openItem(item[1], item[2]) : null;
  else if (hasSession && isLibrary() && !/[?&]folder=/.test(location.search)) shown = openLibrary();
  else if (location.pathname === "/auth/login" && !/[?&](admin|error)=/.test(location.search) && language === "en") shown = openSignIn();

  /*
   * On the first visit the code of the application, which is large, does not compete with the first paint and its images. Later the
   * browser has the code in its cache. Its addresses change with each version.
   */
  var VISITED = "stillreel-scripts";
  var MAX_WAIT_MS = 1000;
  var scripts = ofBuild.scripts || "";
  var isRequested = false;
  if (!shown || document.hidden || readStored(VISITED) === scripts) requestCode();
  else {
    shown.then(afterPaint).then(requestCode);
    setTimeout(requestCode, MAX_WAIT_MS);
  }

  /*
   * The build writes the scripts of the application and the files of each screen (`early-head.config.ts`). `npm run dev` writes none.
   * Each script is an element, also one that another imports: the browser runs elements in separate tasks. Each is also requested in its
   * own task, because a request takes 5 to 15 ms on a phone. Timers of the same delay run in their order.
   */
  function requestCode() {
    if (!scripts || isRequested) return;
    isRequested = true;
    requestTexts();
    scripts.split(" ").forEach(function (address, index, all) {
      setTimeout(run, 0, address, index === all.length - 1 ? storeVisit : null);
    });
    JSON.parse(ofBuild.screens).forEach(function (screen) {
      if (!new RegExp(screen.path).test(location.pathname)) return;
      screen.files.forEach(function (file) {
        setTimeout(preload, 0, file);
      });
    });
  }

  function run(address, onload) {
    var script = document.createElement("script");
    script.type = "module";
    script.async = false;
    script.crossOrigin = "";
    script.fetchPriority = "low";
    script.onload = onload;
    script.src = address;
    document.head.append(script);
  }

  /*
   * Requests the first texts of the language, which `src/platform/texts-backend.ts` reads, and its fonts, together with the code: the code
   * would request them late. English texts are part of the code, and its font part of the page.
   */
  function requestTexts() {
    var files = JSON.parse(ofBuild.texts || "{}")[language];
    if (!files) return;
    window.earlyTexts = { language: language, answer: fetch(files[0], { credentials: "same-origin", priority: "low" }) };
    /* The module that reads the texts handles a failure. */
    window.earlyTexts.answer.catch(function () {});
    files.slice(1).forEach(function (file) {
      setTimeout(preload, 0, file);
    });
  }

  function storeVisit() {
    try {
      localStorage.setItem(VISITED, scripts);
    } catch (error) {
      /* Storage is blocked: each visit is like the first. */
    }
  }

  /* Resolves when the next frame is visible. */
  function afterPaint() {
    return new Promise(function (resolve) {
      requestAnimationFrame(function () {
        requestAnimationFrame(resolve);
      });
    });
  }

  /* The start page is the library, unless the user has a default workspace (`platform/session/start-path.ts`). */
  function isLibrary() {
    return location.pathname === "/images" || (location.pathname === "/" && readStored("stillreel-starts-elsewhere") === null);
  }

  /* Functions that open a page return a promise that resolves when its first paint is complete, or null without a first paint. */
  function openSignIn() {
    showFirst("sign-in");
    if (typeof PublicKeyCredential !== "undefined") document.documentElement.setAttribute("data-first-passkey", "");
    return Promise.resolve();
  }

  function openItem(type, id) {
    var user = request("/api/v1/auth/user-data");
    var file = request("/api/v1/workspace/personal/files/" + type + "/" + id);
    endUnlessOk([user, file]);
    if (type === "image") return null;
    showFirst("video");
    whenRead(file, setRatio);
    return whenRead(request("/api/v1/items/" + id + "/playback"), showPoster);
  }

  /* Shows as many rows of folders as last time. */
  function openLibrary() {
    var isGrid = readStored("stillreel-images-layout") !== "list";
    if (isGrid) {
      document.documentElement.setAttribute("data-first-rows", readStored("stillreel-folder-rows") || "1");
      showFirst("library");
    }
    var sort = readStored("stillreel-images-sort");
    var list = "/api/v1/workspace/personal/items?type=image&view=folder&sort=" + (sort === "oldest" || sort === "name" ? sort : "newest");
    var user = request("/api/v1/auth/user-data");
    var items = request(list + "&limit=50");
    endUnlessOk([user, items, request("/api/v1/workspace/personal/folders?kind=image&level=root")]);
    return isGrid ? whenRead(items, showPictures) : null;
  }

  /*
   * Returns the language in which `src/platform/i18n.ts` will display the page: the first of the query, the cookie, the storage and the
   * browser that is translated, else that of the installation, which the server wrote into the page. The texts of the first paint are English.
   */
  function detectLanguage() {
    var asked = /[?&]lng=([^&]*)/.exec(location.search);
    var chosen = /(?:^|;\s*)i18next=([^;]*)/.exec(document.cookie);
    return [asked && asked[1], chosen && chosen[1], readStored("i18nextLng"), readStored("i18nextLng", "sessionStorage")]
      .concat(navigator.languages, document.documentElement.lang)
      .map(function (tag) {
        return String(tag).toLowerCase().split("-")[0];
      })
      .filter(function (tag) {
        return isIn(ofBuild.languages, tag);
      })[0];
  }

  function isIn(list, language) {
    return list.split(" ").indexOf(language) >= 0;
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
    var kind = { css: "style", webp: "image", woff2: "font" }[file.split(".").pop()];
    link.rel = kind ? "preload" : "modulepreload";
    if (kind) link.as = kind;
    /* The pictures beside the forms are hidden on narrower pages (`capture-collage.module.css`). */
    if (kind === "image") link.media = "(min-width: 960px)";
    /* The mode in which the build's own elements request the file; another mode would request it twice. */
    else link.crossOrigin = "";
    if (kind !== "style") link.fetchPriority = "low";
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
    return answer
      .then(function (response) {
        return response.ok
          ? response
              .clone()
              .json()
              .then(function (body) {
                return use(body.data);
              })
          : undefined;
      })
      .catch(function () {});
  }

  /* The frame is hidden until its shape is known, because it would move. */
  function setRatio(video) {
    var root = document.documentElement;
    if (video.width && video.height) root.style.setProperty("--ratio", String(video.width / video.height));
    root.setAttribute("data-first-frame", "");
  }

  function showPoster(playback) {
    var frame = document.querySelector(".first-video section > div");
    return frame && playback.posterUrl ? showImage(frame, { src: playback.posterUrl }) : null;
  }

  /* Puts the first thumbnails where the cards will show the same files. */
  function showPictures(page) {
    var frames = document.querySelectorAll(".first-library span");
    var images = [];
    for (var index = 0; index < frames.length; index++) {
      var item = page.items[index];
      if (!item) frames[index].parentNode.remove();
      else if (item.thumbnailUrl && index < 6) {
        var large = item.thumbnailLargeUrl;
        var sources = { sizes: "(max-width: 639px) 45vw, (max-width: 959px) 45vw, 270px", src: item.thumbnailUrl };
        if (large) sources.srcset = item.thumbnailUrl + " 320w, " + large + " 640w";
        images.push(showImage(frames[index], sources));
      }
    }
    return images[0];
  }

  /* Adds an image. The promise resolves when it is loaded or has failed. */
  function showImage(frame, sources) {
    return new Promise(function (resolve) {
      var image = new Image();
      image.onload = image.onerror = resolve;
      image.alt = "";
      image.fetchPriority = "high";
      Object.assign(image, sources);
      frame.append(image);
    });
  }
})();

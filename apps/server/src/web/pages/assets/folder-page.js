// The page of a shared folder: loads the next items while the visitor scrolls, and follows the changes of the folder.
const page = document.documentElement.dataset;
const cards = document.getElementById("cards");
const loaded = document.getElementById("loaded");
const toast = document.getElementById("toast");
let hideTimer = 0;

/** Answers with which the link has ended, or asks for its password: the page of that replaces this one. */
const ENDED = new Set([403, 404, 410]);
/** Skeletons appear when an answer takes longer. */
const PATIENCE_MS = 200;
const SKELETONS_MAX = 8;
/** Pause between two attempts to read a page while the server does not answer. */
const RETRY_MS = 2_000;
/** Poll interval without a stream of events. */
const POLL_MS = 20_000;

function announce(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => (toast.hidden = true), 3000);
}

/** Reads a page of the folder. Returns its document, null when it has ended, and undefined when it was not read. */
async function readPage(href) {
  const headers = { accept: "text/html", "x-page-update": "1" };
  const answer = await fetch(href, { headers, cache: "no-store" }).catch(() => undefined);
  if (answer && ENDED.has(answer.status)) return null;
  const html = answer?.ok ? await answer.text().catch(() => undefined) : undefined;
  return html === undefined ? undefined : new DOMParser().parseFromString(html, "text/html");
}

function countLoaded() {
  const shown = cards.querySelectorAll(":scope > .card").length;
  loaded.textContent = loaded.dataset.text.replace("{{shown}}", shown).replace("{{count}}", loaded.dataset.count);
}

/** Shows empty cards while the next items are loaded. Returns how to remove them. */
function showSkeletons() {
  const missing = Number(loaded.dataset.count) - cards.children.length;
  const skeletons = Array.from({ length: Math.max(0, Math.min(SKELETONS_MAX, missing)) }, () => {
    const skeleton = document.createElement("li");
    skeleton.className = "skeleton";
    skeleton.setAttribute("aria-hidden", "true");
    skeleton.append(document.createElement("i"), document.createElement("i"), document.createElement("i"));
    return skeleton;
  });
  const timer = setTimeout(() => cards.append(...skeletons), PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    for (const skeleton of skeletons) skeleton.remove();
  };
}

/** One request for items at a time: an update while cards are appended would show them twice. */
let work = Promise.resolve();
const inTurn = (task) => (work = work.catch(() => undefined).then(task));

async function loadMore(more) {
  if (more.ariaBusy === "true") return;
  more.ariaBusy = "true";
  const hideSkeletons = showSkeletons();
  const next = await readPage(more.href);
  hideSkeletons();
  if (next === null) return location.reload();
  more.ariaBusy = "false";
  if (next === undefined) return retryMore(more);
  const added = [...next.querySelectorAll("#cards > li")];
  const hadFocus = document.activeElement === more;
  cards.append(...added);
  if (hadFocus) added[0]?.querySelector("a")?.focus();
  setMore(next.getElementById("more"));
  countLoaded();
}

/** Loads the items again after a pause when the link is still in view. The message appears once. */
function retryMore(more) {
  if (!more.dataset.failed) announce(page.loadFailed);
  more.dataset.failed = "1";
  setTimeout(() => more.isConnected && watcher.observe(more), RETRY_MS);
}

const watcher = new IntersectionObserver(
  (entries) => {
    // A call can contain the entries of several frames: the last one is the current state.
    const { isIntersecting, target } = entries.at(-1);
    if (!isIntersecting) return;
    watcher.disconnect();
    void inTurn(() => loadMore(target));
  },
  { rootMargin: "1200px" },
);

/** Shows the link to the items after the last card. */
function setMore(more) {
  const before = document.getElementById("more");
  const hadFocus = before !== null && document.activeElement === before;
  before?.remove();
  watcher.disconnect();
  if (!more) return;
  loaded.before(more);
  if (hadFocus) more.focus();
  watchMore(more);
}

function watchMore(more) {
  more.addEventListener("click", (event) => {
    event.preventDefault();
    delete more.dataset.failed;
    void inTurn(() => loadMore(more));
  });
  watcher.observe(more);
}

/** Makes the cards those of the changed page. Cards that did not change stay: their images, and the focus. */
function replaceCards(fresh) {
  const known = new Map([...cards.children].filter((card) => !card.dataset.failed).map((card) => [card.dataset.version, card]));
  const wanted = fresh.map((card) => known.get(card.dataset.version) ?? card);
  const stays = new Set(wanted);
  const focused = [...cards.children].findIndex((card) => card.contains(document.activeElement));
  const gone = [...cards.children].filter((card) => !stays.has(card));
  for (const card of gone) card.remove();
  for (const [at, card] of wanted.entries()) if (cards.children[at] !== card) cards.insertBefore(card, cards.children[at] ?? null);
  if (focused >= 0 && !cards.contains(document.activeElement))
    cards.children[Math.min(focused, cards.children.length - 1)]?.querySelector("a")?.focus();
}

/** Replaces a part of the page when it has changed. The part `fixed` has listeners, and stays. */
function replacePart(fresh, selector, fixed) {
  const [before, after] = [document.querySelector(selector), fresh.querySelector(selector)];
  if (!before || !after) return;
  if (before.dataset.version === after.dataset.version) return;
  if (fixed) after.querySelector(fixed)?.replaceWith(before.querySelector(fixed) ?? "");
  const href = before.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  before.replaceWith(after);
  if (href !== null) after.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus();
}

/** Reads the page again, with as many items as are shown. Returns false when the server did not answer. */
async function update() {
  const fresh = await readPage(location.href);
  if (fresh === null) return location.reload();
  if (fresh === undefined) return false;
  // Another kind of page: the folder is no longer empty, or it is now.
  if (!cards !== !fresh.getElementById("cards")) return location.reload();
  let more = fresh.getElementById("more");
  const items = cards ? [...fresh.querySelectorAll("#cards > li")] : [];
  while (more && cards && items.length < cards.querySelectorAll(":scope > .card").length) {
    const next = await readPage(more.href);
    if (next === null) return location.reload();
    if (next === undefined) return false;
    items.push(...next.querySelectorAll("#cards > li"));
    more = next.getElementById("more");
  }
  document.title = fresh.title;
  replacePart(fresh, ".fhead .who", "#report");
  replacePart(fresh, ".downloads");
  replacePart(fresh, ".tiles");
  if (!cards) return true;
  replaceCards(items);
  setMore(more);
  loaded.dataset.count = fresh.getElementById("loaded").dataset.count;
  countLoaded();
  return true;
}

/** Ids of items whose images have been requested again. */
const renewed = new Set();

let isOutdated = false;
let retry = 0;
async function changed() {
  if (isOutdated) return;
  isOutdated = true;
  await inTurn(async () => {
    isOutdated = false;
    clearTimeout(retry);
    if ((await update()) === false) retry = setTimeout(changed, RETRY_MS);
  });
}

/** Follows the folder by a stream of events, or by polling when the server provides none. */
function follow() {
  const folder = new URLSearchParams(location.search).get("folder");
  const query = new URLSearchParams({ share: page.slug, ...(folder ? { folder } : {}) });
  const source = new EventSource(`/api/v1/events?${query}`);
  let isFirst = true;
  source.addEventListener("message", ({ data }) => {
    // The first event only opens the stream; the page is current.
    if (!isFirst || JSON.parse(data).type !== "reset") void changed();
    isFirst = false;
  });
  source.addEventListener("error", () => {
    // The server ends the stream of a link that has ended. Otherwise the browser connects again.
    void changed();
    if (source.readyState !== EventSource.CLOSED) return;
    setInterval(() => document.visibilityState === "hidden" || void changed(), POLL_MS);
  });
}

// The addresses of images are valid for five minutes: a card that comes into view later gets a new one with the next update.
cards?.addEventListener(
  "error",
  ({ target }) => {
    const card = target.closest(".card");
    // Once for each item: an image that the server does not have would fail again.
    const id = card?.dataset.version.split(" ").at(-1);
    if (!card || renewed.has(id)) return;
    renewed.add(id);
    card.dataset.failed = "1";
    void changed();
  },
  { capture: true },
);

const firstMore = document.getElementById("more");
if (firstMore && loaded) watchMore(firstMore);
// A page of further items, which works without scripts, is not followed.
if (page.slug) follow();

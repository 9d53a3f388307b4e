// The public page's whole script. Everything on the page works without it but copying, zooming and waiting.
const page = document.documentElement.dataset;
const toast = document.getElementById("toast");
let hideTimer = 0;

function say(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => (toast.hidden = true), 3000);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(page.link);
    say(page.copied);
  } catch {
    say(page.copyFailed);
  }
}

function keyed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input,textarea")) return;
  if (event.key.toLowerCase() === "l") void copyLink();
  if (event.key === "Escape") document.body.classList.remove("zoomed");
}

document.getElementById("copy")?.addEventListener("click", copyLink);
if (document.getElementById("copy")) document.addEventListener("keydown", keyed);

const picture = document.getElementById("picture");
picture?.addEventListener("click", () => {
  const zoomed = document.body.classList.toggle("zoomed");
  picture.setAttribute("aria-pressed", String(zoomed));
});

// A media URL lives for five minutes: a page that was left open and shown again asks for a fresh one, once.
const image = picture?.querySelector("img");
image?.addEventListener(
  "error",
  async () => {
    const answer = await fetch(`/api/v1/shared/${page.slug}`, { headers: { accept: "application/json" } }).catch(() => undefined);
    if (answer?.ok) image.src = (await answer.json()).data.item.sourceUrl;
    else if (answer?.status === 404) location.reload();
  },
  { once: true },
);

// The same for a video, which goes on where it was. An answer under way outlives its address; what needs more bytes renews it first.
const video = document.getElementById("video");
let signedAt = Date.now();
let renewing = false;
let failures = 0;

async function renewVideo() {
  if (renewing) return;
  renewing = true;
  const { currentTime, paused, playbackRate } = video;
  const answer = await fetch(`/api/v1/shared/${page.slug}`, { headers: { accept: "application/json" } }).catch(() => undefined);
  renewing = false;
  if (answer?.status === 404) return location.reload();
  if (!answer?.ok) return;
  signedAt = Date.now();
  const resume = () => {
    video.currentTime = currentTime;
    video.playbackRate = playbackRate;
    if (!paused) video.play().catch(() => {});
  };
  video.addEventListener("loadedmetadata", resume, { once: true });
  video.src = (await answer.json()).data.item.sourceUrl;
}

if (video) {
  for (const type of ["play", "seeking", "waiting"])
    video.addEventListener(type, () => Date.now() - signedAt > 240_000 && void renewVideo());
  video.addEventListener("error", () => (failures += 1) <= 2 && void renewVideo());
  video.addEventListener("playing", () => (failures = 0));
  const toggle = () => (video.paused ? video.play().catch(() => {}) : video.pause());
  const fill = () => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen?.());
  const jump = (by) => (video.currentTime += by);
  const keys = {
    k: toggle,
    " ": toggle,
    f: fill,
    m: () => (video.muted = !video.muted),
    arrowleft: () => jump(-5),
    arrowright: () => jump(5),
  };
  document.addEventListener("keydown", (event) => {
    const run = keys[event.key.toLowerCase()];
    if (!run || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // Buttons and links keep their own key.
    if (event.key === " " && event.target.closest?.("a,button")) return;
    run();
    event.preventDefault();
  });
}

const unlock = document.getElementById("unlock");
unlock?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = unlock.elements.namedItem("password");
  const answer = await fetch(`/api/v1/shared/${page.slug}/unlock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: field.value }),
  }).catch(() => undefined);
  if (answer?.ok) return location.reload();
  const error = document.getElementById("unlock-error");
  error.textContent = answer?.status === 429 ? page.slowDown : answer ? page.wrongPassword : page.offline;
  error.hidden = false;
  field.setAttribute("aria-invalid", "true");
  field.select();
});

// While the item is still uploaded or made ready the page looks again by itself.
if (page.waiting) {
  let pause = 1000;
  const look = async () => {
    const answer = await fetch(`/api/v1/shared/${page.slug}`, { headers: { accept: "application/json" } }).catch(() => undefined);
    const stage = answer?.ok ? (await answer.json()).data.item.stage : undefined;
    if (answer?.status === 404 || (stage && stage !== page.waiting)) return location.reload();
    pause = Math.min(pause * 1.5, 10_000);
    setTimeout(look, pause);
  };
  setTimeout(look, pause);
}

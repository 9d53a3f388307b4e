// Scripts that a public page needs before its app is loaded. The rest of the page works without scripts.
const page = document.documentElement.dataset;
const toast = document.getElementById("toast");
let hideTimer = 0;

function announce(text) {
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(hideTimer);
  hideTimer = setTimeout(() => (toast.hidden = true), 3000);
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(page.link);
    announce(page.copied);
  } catch {
    announce(page.copyFailed);
  }
}

function keyed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest?.("input,textarea")) return;
  if (event.key.toLowerCase() === "l") void copyLink();
  if (event.key === "Escape") document.body.classList.remove("zoomed");
}

// The page of an invalid link does not contain its address: it is the same for every link.
for (const link of document.querySelectorAll("a[data-returns]"))
  link.search = `?next=${encodeURIComponent(location.pathname + location.search)}`;

document.getElementById("copy")?.addEventListener("click", copyLink);
if (document.getElementById("copy")) document.addEventListener("keydown", keyed);

const picture = document.getElementById("picture");
picture?.addEventListener("click", () => {
  const zoomed = document.body.classList.toggle("zoomed");
  picture.setAttribute("aria-pressed", String(zoomed));
});

// A media URL is valid for five minutes: a page that is shown again later requests a new one, once.
const image = picture?.querySelector("img");
image?.addEventListener(
  "error",
  async () => {
    const { itemId } = JSON.parse(page.item);
    const answer = await fetch(`/api/v1/shared/${page.slug}?itemId=${itemId}`, { headers: { accept: "application/json" } }).catch(
      () => undefined,
    );
    if (answer?.ok) image.src = (await answer.json()).data.item.sourceUrl;
    else if (answer?.status === 404) location.reload();
  },
  { once: true },
);

const unlock = document.getElementById("unlock");
unlock?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = unlock.elements.namedItem("password");
  const answer = await fetch(page.unlock ?? `/api/v1/shared/${page.slug}/unlock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: field.value }),
  }).catch(() => undefined);
  const isFramed = document.body.classList.contains("framed");
  // A browser may block the cookie in frames of other sites. Only a second request shows whether it did.
  const keepsNothing = answer?.ok && isFramed && (await fetch(location.href, { method: "HEAD", cache: "no-store" })).status === 403;
  if (answer?.ok && !keepsNothing) return location.reload();
  const error = document.getElementById("unlock-error");
  error.textContent = keepsNothing ? page.keptNothing : answer?.status === 429 ? page.slowDown : answer ? page.wrongPassword : page.offline;
  error.hidden = false;
  field.setAttribute("aria-invalid", "true");
  field.select();
});

const eye = document.getElementById("unlock-eye");
eye?.addEventListener("click", () => {
  const field = unlock.elements.namedItem("password");
  const isShown = field.type === "password";
  field.type = isShown ? "text" : "password";
  eye.setAttribute("aria-pressed", String(isShown));
});

// While the item is recorded or uploaded, the page requests its own state: the API returns 404 for an unfinished recording. The request
// contains the known stage, and the response arrives when the stage has changed.
if (page.waiting) {
  let pause = 100;
  const readState = async () => {
    const asked = performance.now();
    const answer = await fetch(location.href, { method: "HEAD", cache: "no-store", headers: { "x-waiting-for": page.waiting } }).catch(
      () => undefined,
    );
    if (answer && answer.status < 500 && answer.headers.get("x-waiting-for") !== page.waiting) return location.reload();
    // A response without a delay was not held open: the server is down, or has too many open requests.
    pause = performance.now() - asked > 5_000 ? 100 : Math.min(pause * 1.5, page.waiting === "recording" ? 2_500 : 10_000);
    setTimeout(readState, pause);
  };
  void readState();
}

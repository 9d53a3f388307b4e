// What a public page needs before its app has come. Everything else on it works without a script.
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

const unlock = document.getElementById("unlock");
unlock?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = unlock.elements.namedItem("password");
  const answer = await fetch(`/api/v1/shared/${page.slug}/unlock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ password: field.value }),
  }).catch(() => undefined);
  const isFramed = document.body.classList.contains("framed");
  // What a browser keeps for frames on other sites, if anything, is known only by asking again.
  const keepsNothing = answer?.ok && isFramed && (await fetch(location.href, { method: "HEAD", cache: "no-store" })).status === 403;
  if (answer?.ok && !keepsNothing) return location.reload();
  const error = document.getElementById("unlock-error");
  error.textContent = keepsNothing ? page.keptNothing : answer?.status === 429 ? page.slowDown : answer ? page.wrongPassword : page.offline;
  error.hidden = false;
  field.setAttribute("aria-invalid", "true");
  field.select();
});

// While the item is still recorded or uploaded the page reloads its state. It makes its own request, because for the API a recording that
// goes on is not there, and says what it waits for: the answer comes once that has changed.
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

const ELEMENT_ID = "first";
/** Time in which the poster of a video must be visible in its player, in milliseconds. */
const POSTER_MAX_MS = 1_000;

const page = document.documentElement;

/** Returns whether the static first paint of the page is visible (`first-paint.config.ts`, enabled by `early.js`). */
export const isFirstPaintShown = (): boolean => "first" in page.dataset && document.getElementById(ELEMENT_ID) !== null;

/** Resolves when the player has the poster that the first paint shows. */
async function posterInPlayer(): Promise<void> {
  const deadline = performance.now() + POSTER_MAX_MS;
  while (document.querySelector("#root video[poster]") === null && performance.now() < deadline)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Removes the static first paint because the page is rendered. */
export async function endFirstPaint(): Promise<void> {
  if (page.dataset["first"] === "video") await posterInPlayer();
  delete page.dataset["first"];
  delete page.dataset["firstFrame"];
  delete page.dataset["firstPasskey"];
  page.style.removeProperty("--ratio");
  document.getElementById(ELEMENT_ID)?.remove();
}

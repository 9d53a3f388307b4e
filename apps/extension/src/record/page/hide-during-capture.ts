/** How often it is looked whether the picture has been taken, and for how long all has to be quiet, in milliseconds. */
const CHECK_MS = 250;
const QUIET_MS = 1_500;

/** What {@link hideToast} calls before a picture is taken. */
interface Veiling {
  stillreelVeil?: (() => void) | undefined;
}
const world = globalThis as Veiling;

/** Does something of a capture stand in the page: the glass to choose on, a countdown, a picture of all of it? */
const isCapturing = (): boolean => {
  const { stillreelSurface, stillreelFullPage } = globalThis as { stillreelSurface?: unknown; stillreelFullPage?: unknown };
  return Boolean(stillreelSurface ?? stillreelFullPage ?? document.querySelector("stillreel-countdown"));
};

/**
 * Hides our own things while a still of the page is taken. Nobody has to say when it is done: they come back when nothing of a
 * capture has been in the page for a while, so that a capture that dies with its worker leaves nothing hidden.
 */
export function veilWith(host: HTMLElement, signal: AbortSignal): void {
  let quietSince = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const lift = (): void => {
    clearInterval(timer);
    host.classList.remove("veiled");
  };
  const veil = (): void => {
    quietSince = performance.now();
    clearInterval(timer);
    host.classList.add("veiled");
    timer = setInterval(() => {
      if (isCapturing()) quietSince = performance.now();
      else if (performance.now() - quietSince > QUIET_MS) lift();
    }, CHECK_MS);
  };
  world.stillreelVeil = veil;
  signal.addEventListener("abort", () => {
    lift();
    if (world.stillreelVeil === veil) world.stillreelVeil = undefined;
  });
}

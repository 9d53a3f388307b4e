import type { Root } from "./roots.ts";
import type { AnyScroller } from "./scroller.ts";

/** Time limits for the pictures of one tile and of all tiles, in milliseconds: a dead server must not block the run. */
const TILE_MS = 2_500;
const ALL_MS = 12_000;
/** Time limit for scripts that insert pictures late; it is granted again after each success. */
const SCRIPT_MS = 700;
const SCRIPT_MISSES = 3;
const POLL_MS = 25;
/** A background page paints no frames; the wait ends after this time. */
const FRAME_MS = 1_000;
/** Attributes in which lazy-loading scripts store the address of a picture. */
const LATER = ["data-src", "data-lazy-src", "data-lazy", "data-original"] as const;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `count` frames are painted. */
export async function frames(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await Promise.race([new Promise<void>((resolve) => requestAnimationFrame(() => resolve())), sleep(FRAME_MS)]);
  }
  // The frame is painted after its callbacks have run.
  await sleep(0);
}

function* pictures(roots: readonly Root[]): Generator<HTMLImageElement> {
  for (const root of roots) yield* root.querySelectorAll("img");
}

/** Returns whether a script still has to insert the picture. */
function isPromised(image: HTMLImageElement): boolean {
  for (const name of LATER) {
    const later = image.getAttribute(name);
    if (later) return !image.currentSrc.endsWith(later);
  }
  return false;
}

/** Waits for pictures, each wait within its limits. */
export class Settling {
  #left = ALL_MS;
  #misses = 0;
  #isFinite = false;

  /** Waits for every requested picture above `bottom` (an offset in the viewport). */
  async arrived(roots: readonly Root[], bottom: number, waitMaxMs: number): Promise<void> {
    const until = performance.now() + Math.min(waitMaxMs, this.#left);
    const began = performance.now();
    const isComing = (): boolean => {
      for (const image of pictures(roots)) {
        if (image.complete || !image.getAttribute("src")) continue;
        const box = image.getBoundingClientRect();
        if (box.top < bottom && image.checkVisibility()) return true;
      }
      return false;
    };
    while (performance.now() < until && isComing()) await sleep(POLL_MS);
    this.#left -= performance.now() - began;
  }

  /** Waits until visible pictures have loaded and are decoded. */
  async inView(roots: readonly Root[], height: number): Promise<void> {
    const seen = (): HTMLImageElement[] =>
      [...pictures(roots)].filter((image) => {
        const box = image.getBoundingClientRect();
        return box.bottom > 0 && box.top < height && box.right > 0 && box.left < innerWidth && box.width > 0;
      });
    await this.#promised(seen);
    const began = performance.now();
    const until = began + Math.min(TILE_MS, this.#left);
    while (performance.now() < until && seen().some((image) => !image.complete && image.getAttribute("src"))) await sleep(POLL_MS);
    const there = seen().filter(({ complete }) => complete);
    const decoded = Promise.all(there.map((image) => image.decode().catch(() => undefined)));
    await Promise.race([decoded, sleep(500)]);
    await Promise.race([document.fonts.ready, sleep(500)]);
    this.#left -= performance.now() - began;
  }

  /** Returns whether the page grows when its bottom is reached. A page that did not grow once is not checked again. */
  async grows(scroller: AnyScroller, waitMaxMs: number): Promise<boolean> {
    if (this.#isFinite) return false;
    const before = scroller.element.scrollHeight;
    const until = performance.now() + waitMaxMs;
    while (performance.now() < until && scroller.element.scrollHeight === before) await sleep(POLL_MS);
    this.#isFinite = scroller.element.scrollHeight === before;
    return !this.#isFinite;
  }

  async #promised(seen: () => HTMLImageElement[]): Promise<void> {
    if (this.#misses >= SCRIPT_MISSES || !seen().some(isPromised)) return;
    const until = performance.now() + SCRIPT_MS;
    while (performance.now() < until && seen().some(isPromised)) await sleep(POLL_MS);
    if (seen().some(isPromised)) this.#misses += 1;
  }
}

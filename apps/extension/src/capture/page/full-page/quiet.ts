import type { Root } from "./roots.ts";

/** Time without a change after which the page counts as complete, in milliseconds. Longer than one request of most lists. */
const QUIET_MS = 250;
/** Time limits for one tile and for all tiles: some pages never stop changing. */
const TILE_MS = 2_500;
const ALL_MS = 20_000;
/** Tiles in a row that may exceed their limit; later tiles of such a page only wait for the quiet time once. */
const MISSES = 2;
const POLL_MS = 25;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Changes that show that content arrives. Style attributes are not among them: animations by script change them all the time. */
const CHANGES: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
  attributeFilter: ["class", "src", "srcset", "hidden", "aria-busy"],
};

/** Waits until a page adds no more content after it was scrolled. */
export class Quiet {
  readonly #observer = new MutationObserver(() => (this.#changedAt = performance.now()));
  readonly #known = new WeakSet<Root>();
  #changedAt = 0;
  #left = ALL_MS;
  #misses = 0;

  /** Observes the trees of the page that are not observed yet. */
  observe(roots: readonly Root[]): void {
    for (const root of roots) {
      if (this.#known.has(root)) continue;
      this.#known.add(root);
      this.#observer.observe(root, CHANGES);
    }
  }

  /**
   * Waits for a time without changes.
   * @param since time of the scrolling, of `performance.now`
   * @returns whether no visible element is marked as loading when the wait ends
   */
  async settled(since: number, roots: readonly Root[]): Promise<boolean> {
    const isRestless = this.#misses >= MISSES;
    const until = since + (isRestless ? QUIET_MS : Math.min(TILE_MS, Math.max(QUIET_MS, this.#left)));
    let quietMs = 0;
    const isQuiet = (): boolean => quietMs >= QUIET_MS && !isBusy(roots);
    for (let at = performance.now(); at < until && !isQuiet(); at = performance.now()) {
      const changedAt = this.#changedAt;
      await sleep(POLL_MS);
      // On a busy machine the page does not run either: a long pause between two checks is no quiet time.
      quietMs = this.#changedAt === changedAt ? quietMs + Math.min(performance.now() - at, 2 * POLL_MS) : 0;
    }
    this.#left -= Math.max(0, performance.now() - since - QUIET_MS);
    this.#misses = isQuiet() ? 0 : this.#misses + 1;
    return !isBusy(roots);
  }

  /** Ends the observation. */
  release(): void {
    this.#observer.disconnect();
  }
}

/** Returns whether a visible element in the window is marked as loading. */
function isBusy(roots: readonly Root[]): boolean {
  for (const root of roots)
    for (const element of root.querySelectorAll('[aria-busy="true"]')) {
      const { top, bottom, height } = element.getBoundingClientRect();
      if (height > 0 && bottom > 0 && top < innerHeight && element.checkVisibility()) return true;
    }
  return false;
}

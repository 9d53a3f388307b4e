import { isStyled, type Styled } from "./inline-styles.ts";
import type { Root } from "./roots.ts";

/** What would end by itself within this time is put at its end; what runs longer, or for ever, stands at its beginning. */
const SOON_MS = 20_000;

const STILL = `*,*::before,*::after{animation-play-state:paused!important;caret-color:transparent!important;overflow-anchor:none!important;content-visibility:visible!important;scroll-snap-type:none!important}:root{pointer-events:none!important}`;

interface HeldAnimation {
  animation: Animation;
  /** Where it was, and when. */
  at: number;
  since: number;
  /** Paused by us rather than by our sheet. */
  isHeld: boolean;
}

/** Holds everything that moves by itself, and lets it go again as if it had never stood. */
export class Stillness {
  readonly #sheets = new Map<Root, CSSStyleSheet>();
  readonly #held: HeldAnimation[] = [];
  readonly #known = new WeakSet<Animation>();
  readonly #videos: HTMLVideoElement[] = [];
  readonly #drawings: { svg: SVGSVGElement; at: number }[] = [];
  #isFirst = true;

  /** Stills what is there by now. `keepRunning` is told of elements whose animation follows the scroll position: they are part of the content. */
  hold(roots: readonly Root[], allowRunning: (element: Styled) => void): void {
    // What the page itself had paused stays as it is; our sheet must not hide which that was.
    if (this.#isFirst) for (const animation of this.#animations(roots)) if (animation.playState !== "running") this.#known.add(animation);
    this.#isFirst = false;
    for (const root of roots) this.#addSheet(root);
    for (const animation of this.#animations(roots)) {
      if (this.#known.has(animation)) continue;
      this.#known.add(animation);
      this.#stand(animation, allowRunning);
    }
    for (const root of roots) this.#holdMedia(root);
  }

  /** Lets everything go on. */
  release(): void {
    for (const [root, sheet] of this.#sheets) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    for (const { animation, at, since, isHeld } of this.#held) {
      try {
        animation.currentTime = at + (performance.now() - since) * animation.playbackRate;
        if (isHeld) animation.play();
      } catch {
        // Its element has left the page.
      }
    }
    for (const video of this.#videos) video.play().catch(() => undefined);
    for (const { svg, at } of this.#drawings) {
      svg.setCurrentTime(at);
      svg.unpauseAnimations();
    }
  }

  *#animations(roots: readonly Root[]): Generator<Animation> {
    for (const root of roots) yield* root.getAnimations();
  }

  #addSheet(root: Root): void {
    if (this.#sheets.has(root)) return;
    try {
      // A sheet can only be used in the document whose window made it.
      const view = (root.ownerDocument ?? (root as Document)).defaultView as Window & typeof globalThis;
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(STILL);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      this.#sheets.set(root, sheet);
    } catch {
      // A frame that is just being loaded has no place for it yet.
    }
  }

  #stand(animation: Animation, allowRunning: (element: Styled) => void): void {
    const { effect, timeline } = animation;
    if (!effect) return;
    // What follows the scroll position says whose it is. (Asked so, because classes of a frame are not ours.)
    if (timeline && "source" in timeline) {
      const { target, pseudoElement } = effect as KeyframeEffect;
      if (pseudoElement === null && target && isStyled(target)) allowRunning(target);
      return;
    }
    const end = Number(effect.getComputedTiming().endTime);
    const at = Number(animation.currentTime ?? 0);
    try {
      if ((end - at) / Math.abs(animation.playbackRate || 1) <= SOON_MS) {
        animation.finish();
        return;
      }
      const isHeld = !("animationName" in animation);
      this.#held.push({ animation, at, since: performance.now(), isHeld });
      if (isHeld) animation.pause();
      animation.currentTime = 0;
    } catch {
      // Some cannot be moved; they stay as they are.
    }
  }

  #holdMedia(root: Root): void {
    // A video with sound is being listened to: it may go on.
    for (const video of root.querySelectorAll("video")) {
      if (video.paused || !video.muted) continue;
      video.pause();
      this.#videos.push(video);
    }
    for (const svg of root.querySelectorAll("svg")) {
      if (svg.ownerSVGElement || svg.animationsPaused() || !svg.querySelector("animate,animateTransform,animateMotion,set")) continue;
      this.#drawings.push({ svg, at: svg.getCurrentTime() });
      svg.pauseAnimations();
      svg.setCurrentTime(0);
    }
  }
}

import { isStyled, type Styled } from "./inline-styles.ts";
import type { Root } from "./roots.ts";

/** Animations that end within this time are set to their end; longer or infinite ones to their start. */
const SOON_MS = 20_000;

const STILL = `*,*::before,*::after{animation-play-state:paused!important;caret-color:transparent!important;overflow-anchor:none!important;content-visibility:visible!important;scroll-snap-type:none!important}:root{pointer-events:none!important}`;

interface HeldAnimation {
  animation: Animation;
  /** Original position and time. */
  at: number;
  since: number;
  /** Paused by us, not by our style sheet. */
  isHeld: boolean;
}

/** Pauses everything that is animated, and resumes it without a visible change. */
export class Stillness {
  readonly #sheets = new Map<Root, CSSStyleSheet>();
  readonly #held: HeldAnimation[] = [];
  readonly #known = new WeakSet<Animation>();
  readonly #videos: HTMLVideoElement[] = [];
  readonly #drawings: { svg: SVGSVGElement; at: number }[] = [];
  #isFirst = true;

  /** Pauses current animations. Calls `keepRunning` for elements with scroll-driven animations, which are part of the content. */
  hold(roots: readonly Root[], allowRunning: (element: Styled) => void): void {
    // Animations that the page has paused stay paused; they must be detected before our style sheet applies.
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

  /** Resumes everything. */
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
      // A style sheet can only be used in the document of the window that created it.
      const view = (root.ownerDocument ?? (root as Document)).defaultView as Window & typeof globalThis;
      const sheet = new view.CSSStyleSheet();
      sheet.replaceSync(STILL);
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
      this.#sheets.set(root, sheet);
    } catch {
      // A frame that is loading does not accept it yet.
    }
  }

  #stand(animation: Animation, allowRunning: (element: Styled) => void): void {
    const { effect, timeline } = animation;
    if (!effect) return;
    // A scroll-driven animation names its source. A class check would fail for objects of frames.
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
      // Some animations cannot be moved; they stay as they are.
    }
  }

  #holdMedia(root: Root): void {
    // A video with audible sound continues, because the user may be listening.
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

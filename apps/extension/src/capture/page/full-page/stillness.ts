import type { Root } from "./roots.ts";

/** Animations that end within this time are set to their end; longer or infinite ones to their start. */
const SOON_MS = 20_000;

/** Progress of an element through the view at which it is in the middle. */
const MIDDLE_PERCENT = 50;

const STILL = `*,*::before,*::after{animation-play-state:paused!important;caret-color:transparent!important;overflow-anchor:none!important;content-visibility:visible!important;scroll-snap-type:none!important}:root{pointer-events:none!important}`;

/** A timeline that follows a scroller or the position of an element in it, with the names that its two interfaces have. */
type ScrollTimeline = AnimationTimeline & { source: Element | null; subject?: Element };

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
  readonly #scrollDriven: Animation[] = [];
  readonly #known = new WeakSet<Animation>();
  readonly #videos: HTMLVideoElement[] = [];
  readonly #drawings: { svg: SVGSVGElement; at: number }[] = [];
  readonly #scroller: Element;
  #isFirst = true;

  /** @param scroller the element that is captured */
  constructor(scroller: Element) {
    this.#scroller = scroller;
  }

  /** Pauses current animations. */
  hold(roots: readonly Root[]): void {
    // Animations that the page has paused stay paused; they must be detected before our style sheet applies.
    if (this.#isFirst) for (const animation of this.#animations(roots)) if (!isPlaying(animation)) this.#known.add(animation);
    this.#isFirst = false;
    for (const root of roots) this.#addSheet(root);
    for (const animation of this.#animations(roots)) {
      if (this.#known.has(animation)) continue;
      if (this.#stand(animation)) this.#known.add(animation);
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
    for (const animation of this.#scrollDriven) animation.play();
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

  /** Returns whether the animation is in its final state; one whose timeline has no position yet is tried again. */
  #stand(animation: Animation): boolean {
    const { effect, timeline } = animation;
    if (!effect) return true;
    if (isScrollTimeline(timeline)) return this.#standInScroll(animation, timeline);
    const end = Number(effect.getComputedTiming().endTime);
    const at = Number(animation.currentTime ?? 0);
    try {
      if ((end - at) / Math.abs(animation.playbackRate || 1) <= SOON_MS) {
        animation.finish();
        return true;
      }
      const isHeld = !("animationName" in animation);
      this.#held.push({ animation, at, since: performance.now(), isHeld });
      if (isHeld) animation.pause();
      animation.currentTime = 0;
    } catch {
      // Some animations cannot be moved; they stay as they are.
    }
    return true;
  }

  /**
   * Pauses an animation that the captured scroller drives, because its tiles would show different states of it. An element that
   * is animated by its position is shown as in the middle of the view, all others as at the start of the page.
   */
  #standInScroll(animation: Animation, timeline: ScrollTimeline): boolean {
    if (timeline.source !== this.#scroller) return true;
    const start = animation.startTime;
    if (!(start instanceof CSSUnitValue)) return false;
    const at = timeline.subject ? MIDDLE_PERCENT : 0;
    this.#scrollDriven.push(animation);
    animation.pause();
    animation.currentTime = CSS.percent(at - start.value);
    return true;
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

// A class check would fail for objects of frames.
const isScrollTimeline = (timeline: AnimationTimeline | null): timeline is ScrollTimeline => timeline !== null && "source" in timeline;

/** Returns whether the page lets an animation play. One that is driven by scrolling also plays beyond its end. */
const isPlaying = ({ playState, timeline }: Animation): boolean =>
  isScrollTimeline(timeline) ? playState !== "paused" : playState === "running";

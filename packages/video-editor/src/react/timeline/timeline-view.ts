import { createContext, useCallback, useContext } from "react";
import { useSelectedState } from "@stillreel/editor/parts";

/** Space before the start and after the end of the timeline, in CSS pixels. */
export const ROOM = 20;
/** Browsers place no elements beyond about 17 million pixels. */
const CONTENT_MAX = 15_000_000;
/** Width of a frame at the largest zoom, in CSS pixels. */
const FRAME_WIDTH = 48;

export interface TimelineViewState {
  /** CSS pixels per second of the timeline. */
  readonly scale: number;
  /** Scrolled distance in CSS pixels. */
  readonly left: number;
  /** Visible width in CSS pixels. */
  readonly width: number;
  /** Whether the whole timeline is shown and follows changes of its length. */
  readonly isFitted: boolean;
  /** Second of the timeline where a dragged clip would be put. */
  readonly drop: number | null;
  /** Second of the timeline that a drag snapped to. */
  readonly snap: number | null;
}

/** Zoom and scrolled position of one timeline. */
export class TimelineView {
  readonly #listeners = new Set<() => void>();
  readonly #frameRate: number;
  #duration: number;
  #state: TimelineViewState = { scale: 20, left: 0, width: 0, isFitted: true, drop: null, snap: null };

  constructor(duration: number, frameRate: number) {
    this.#duration = duration;
    this.#frameRate = frameRate;
  }

  getState = (): TimelineViewState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(patch: Partial<TimelineViewState>): void {
    const isSame = (Object.keys(patch) as (keyof TimelineViewState)[]).every((key) => Object.is(patch[key], this.#state[key]));
    if (isSame) return;
    this.#state = { ...this.#state, ...patch };
    for (const listener of this.#listeners) listener();
  }

  get fitScale(): number {
    return Math.max(1e-3, (this.#state.width - 2 * ROOM) / Math.max(0.1, this.#duration));
  }

  get maxScale(): number {
    return Math.max(this.fitScale, Math.min(FRAME_WIDTH * this.#frameRate, CONTENT_MAX / Math.max(1, this.#duration)));
  }

  setSize(width: number, duration: number): void {
    this.#duration = duration;
    this.set({ width });
    if (this.#state.isFitted) this.fit();
    else this.zoomTo(this.#state.scale);
  }

  fit(): void {
    this.set({ scale: this.fitScale, left: 0, isFitted: true });
  }

  /** Changes the scale. The second at `x` pixels from the visible start does not move. */
  zoomTo(scale: number, x = this.#state.width / 2): void {
    const { scale: before, left } = this.#state;
    const next = Math.min(this.maxScale, Math.max(this.fitScale, scale));
    const time = (left + x - ROOM) / before;
    const isFitted = next <= this.fitScale * 1.001;
    this.set({ scale: next, left: isFitted ? 0 : this.#held(time * next + ROOM - x, next), isFitted });
  }

  #held(left: number, scale = this.#state.scale): number {
    return Math.min(Math.max(0, this.#duration * scale + 2 * ROOM - this.#state.width), Math.max(0, left));
  }

  /** Zoom as a part of its range, for a slider: 0 is the whole timeline, 1 single frames. */
  get zoom(): number {
    const range = Math.log(this.maxScale / this.fitScale);
    return range <= 0 ? 0 : Math.log(this.#state.scale / this.fitScale) / range;
  }

  /** Sets the zoom. The given second does not move, or moves to the middle when it was not visible. */
  zoomPart(part: number, time: number): void {
    const scale = this.fitScale * (this.maxScale / this.fitScale) ** Math.min(1, Math.max(0, part));
    const x = ROOM + time * this.#state.scale - this.#state.left;
    const isVisible = x >= 0 && x <= this.#state.width;
    this.zoomTo(scale, isVisible ? x : this.#state.width / 2);
    if (!isVisible && !this.#state.isFitted) this.scrollTo(ROOM + time * this.#state.scale - this.#state.width / 2);
  }

  /** Scrolls by pixels. */
  scrollTo(left: number): void {
    this.set({ left: this.#held(left) });
  }

  /** Scrolls so that a second is visible. */
  reveal(time: number): void {
    const { scale, left, width } = this.#state;
    const x = time * scale + ROOM;
    if (width > 0 && (x < left + ROOM || x > left + width - ROOM)) this.scrollTo(x - width / 3);
  }
}

export const TimelineViewContext = createContext<TimelineView | null>(null);

/** Returns the view of the timeline. */
export function useTimelineView(): TimelineView {
  const view = useContext(TimelineViewContext);
  if (!view) throw new Error("This component must be inside of a VideoEditorView.");
  return view;
}

/** Selects a part of the timeline's view. */
export const useTimelineState = <T>(select: (state: TimelineViewState) => T, isEqual?: (before: T, after: T) => boolean): T =>
  useSelectedState(useTimelineView(), select, isEqual);

/** Returns a function that says whether a range is near the visible part. */
export function useIsVisible(): (range: { from: number; to: number }) => boolean {
  const { scale, left, width } = useTimelineState((state) => state);
  return useCallback(
    ({ from, to }) => ROOM + to * scale > left - width / 4 && ROOM + from * scale < left + width * 1.25,
    [scale, left, width],
  );
}

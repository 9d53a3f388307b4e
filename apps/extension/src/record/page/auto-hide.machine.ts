/** Time that the bar stays in the picture after its last use, in milliseconds. */
export const REST_MS = 2_000;
/** Height of the strip at the window's bottom edge in which the pointer asks for the bar, in CSS pixels. */
const EDGE_PX = 24;

/** Visibility of the bar and the time of its last use. */
export interface HideState {
  readonly isAway: boolean;
  /** Time of the last use in milliseconds. */
  readonly usedAt: number;
}

/** Events that affect the bar's visibility. */
export type HideEvent =
  /** It was used, or the pointer asked for it. */
  | { type: "used"; at: number }
  /** Frames of the page are recorded from now on. */
  | { type: "filmed"; at: number }
  | {
      type: "looked";
      at: number;
      /** Only a bar inside the picture is hidden. */
      isInPicture: boolean;
      /** It is in use: it has pointer or focus, waits for an answer, or the user is drawing. */
      isHeld: boolean;
    };

/**
 * Computes the bar's visibility. Over a recorded tab the bar is part of the picture, so it is hidden before the first frame and only
 * returns when the user asks for it: by the pointer or by the focus. It hides again after two seconds without use. Outside of the
 * picture, and while nothing is recorded, it stays visible.
 */
export function nextHide(state: HideState, event: HideEvent): HideState {
  if (event.type === "used") return { isAway: false, usedAt: event.at };
  if (event.type === "filmed") return { isAway: true, usedAt: event.at };
  const { at, isInPicture, isHeld } = event;
  if (!isInPicture) return { isAway: false, usedAt: at };
  if (isHeld && !state.isAway) return { isAway: false, usedAt: at };
  return { ...state, isAway: state.isAway || at - state.usedAt >= REST_MS };
}

/**
 * Returns whether the pointer asks for the bar: it enters the strip at the bottom edge. The strip is lower than the bar, so that a pointer
 * that uses the page, such as a text field at its bottom, does not bring the bar into the video. A pointer that rests there asks once.
 * @param before vertical position of the pointer before, in CSS pixels
 */
export const asksForBar = (before: number, now: number, viewHeight: number): boolean =>
  now >= viewHeight - EDGE_PX && before < viewHeight - EDGE_PX;

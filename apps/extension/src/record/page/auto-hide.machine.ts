/** How long the bar stays in the picture after it was used, in milliseconds. */
export const REST_MS = 2_000;
/** How near the window's bottom edge, or the bar itself, the pointer has to come for it to show again, in CSS pixels. */
export const NEAR_PX = 72;

/** Whether the bar is seen, and since when nobody needs it. */
export interface HideState {
  readonly isAway: boolean;
  /** When it was used last, in milliseconds. */
  readonly usedAt: number;
}

/** What happens around the bar. */
export type HideEvent =
  /** It was used, or has something new to say, or the pointer came near. */
  | { type: "used"; at: number }
  | {
      type: "looked";
      at: number;
      /** Only what is in the picture goes away. */
      isInPicture: boolean;
      /** It is in use: pointer or keyboard are on it, it waits for an answer, somebody draws. */
      isHeld: boolean;
    };

/**
 * Whether the bar is seen. What lies over a recorded tab is in its picture, so there the bar goes away when nobody has used it for
 * two seconds, and comes back when the pointer comes near its place or the bottom edge, when the keyboard reaches it, or when
 * something happens that has to be told. Where it is in no picture, and while nothing is recorded, it stays.
 */
export function nextHide(state: HideState, event: HideEvent): HideState {
  if (event.type === "used") return { isAway: false, usedAt: event.at };
  const { at, isInPicture, isHeld } = event;
  if (!isInPicture) return { isAway: false, usedAt: at };
  if (isHeld) return { isAway: false, usedAt: at };
  return { ...state, isAway: state.isAway || at - state.usedAt >= REST_MS };
}

/** Is a point near the bottom edge of the window or near the bar? */
export function isNear(
  at: { x: number; y: number },
  bar: { left: number; top: number; right: number; bottom: number },
  view: { height: number },
): boolean {
  if (at.y >= view.height - NEAR_PX) return true;
  return at.x >= bar.left - NEAR_PX && at.x <= bar.right + NEAR_PX && at.y >= bar.top - NEAR_PX && at.y <= bar.bottom + NEAR_PX;
}

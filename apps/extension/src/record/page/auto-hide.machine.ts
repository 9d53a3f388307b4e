/** Time that the bar stays in the picture after its last use, in milliseconds. */
export const REST_MS = 2_000;
/** Distance of the pointer from the window's bottom edge or the bar at which the bar returns, in CSS pixels. */
const NEAR_PX = 72;

/** Visibility of the bar and the time of its last use. */
export interface HideState {
  readonly isAway: boolean;
  /** Time of the last use in milliseconds. */
  readonly usedAt: number;
}

/** Events that affect the bar's visibility. */
export type HideEvent =
  /** It was used, shows a new message, or the pointer is near. */
  | { type: "used"; at: number }
  | {
      type: "looked";
      at: number;
      /** Only a bar inside the picture is hidden. */
      isInPicture: boolean;
      /** It is in use: it has pointer or focus, waits for an answer, or the user is drawing. */
      isHeld: boolean;
    };

/**
 * Computes the bar's visibility. Over a recorded tab the bar is part of the picture, so it hides after two seconds without
 * use and returns when the pointer is near its position or the bottom edge, when it receives focus, or with a new message.
 * Outside of the picture, and while nothing is recorded, it stays visible.
 */
export function nextHide(state: HideState, event: HideEvent): HideState {
  if (event.type === "used") return { isAway: false, usedAt: event.at };
  const { at, isInPicture, isHeld } = event;
  if (!isInPicture) return { isAway: false, usedAt: at };
  if (isHeld) return { isAway: false, usedAt: at };
  return { ...state, isAway: state.isAway || at - state.usedAt >= REST_MS };
}

/** Returns whether a point is near the bottom edge of the window or near the bar. */
export function isNear(
  at: { x: number; y: number },
  bar: { left: number; top: number; right: number; bottom: number },
  view: { height: number },
): boolean {
  if (at.y >= view.height - NEAR_PX) return true;
  return at.x >= bar.left - NEAR_PX && at.x <= bar.right + NEAR_PX && at.y >= bar.top - NEAR_PX && at.y <= bar.bottom + NEAR_PX;
}

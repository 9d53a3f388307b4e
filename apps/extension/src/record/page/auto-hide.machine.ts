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
  /** It was used, or the pointer came near. */
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

/** Position of the pointer relative to the bar. */
export interface PointerZones {
  /** Near the bottom edge of the window, or near the bar. */
  isNear: boolean;
  /** Over the box of the bar, which may be hidden. */
  isOver: boolean;
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const isWithin = ({ x, y }: { x: number; y: number }, { left, top, right, bottom }: Edges, margin: number): boolean =>
  x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin;

/** Returns the zones that contain a point of the window. */
export const zonesAt = (at: { x: number; y: number }, bar: Edges, view: { height: number }): PointerZones => ({
  isNear: at.y >= view.height - NEAR_PX || isWithin(at, bar, NEAR_PX),
  isOver: isWithin(at, bar, 0),
});

/** Returns whether the pointer has entered a zone: a pointer that rests on a hidden bar or leaves it does not show the bar. */
export const hasEntered = (before: PointerZones, now: PointerZones): boolean =>
  (now.isNear && !before.isNear) || (now.isOver && !before.isOver);

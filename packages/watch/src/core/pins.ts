import type { Pin } from "./watch.types.ts";

/** Pins at nearly the same position: the top one is visible, the others are counted. */
export interface PinStack {
  /** Earliest first. The last one is on top. */
  pins: Pin[];
  /** Position of the stack, in seconds. */
  seconds: number;
}

/** Distance in pixels within which pins overlap. */
const STACK_PX = 14;
/** Seconds around its time in which a pin is the current one. */
const CURRENT_S = 2;

/** Groups pins that would overlap on a timeline of `width` pixels into stacks. */
export function stackPins(pins: readonly Pin[], duration: number, width: number): PinStack[] {
  const distance = width > 0 ? (STACK_PX / width) * duration : 0;
  const stacks: PinStack[] = [];
  for (const pin of pins.toSorted((a, b) => a.seconds - b.seconds)) {
    const last = stacks.at(-1);
    if (last && pin.seconds - last.seconds <= distance) last.pins.push(pin);
    else stacks.push({ pins: [pin], seconds: pin.seconds });
  }
  return stacks;
}

/** Returns whether the time is in the four seconds around a pin. */
export const isCurrentPin = (seconds: number, time: number): boolean => Math.abs(time - seconds) <= CURRENT_S;

import type { Pin } from "./watch.types.ts";

/** Pins at nearly the same place: the top one is seen, the others are counted. */
export interface PinStack {
  /** Earliest first; the last one lies on top. */
  pins: Pin[];
  /** Where the stack stands, in seconds. */
  seconds: number;
}

/** Pixels within which pins lie on one another. */
const STACK_PX = 14;
/** Seconds around its time in which a pin is the current one. */
const CURRENT_S = 2;

/** Puts pins that would cover each other on a strip of `width` pixels into stacks. */
export function stackPins(pins: readonly Pin[], duration: number, width: number): PinStack[] {
  const reach = width > 0 ? (STACK_PX / width) * duration : 0;
  const stacks: PinStack[] = [];
  for (const pin of pins.toSorted((a, b) => a.seconds - b.seconds)) {
    const last = stacks.at(-1);
    if (last && pin.seconds - last.seconds <= reach) last.pins.push(pin);
    else stacks.push({ pins: [pin], seconds: pin.seconds });
  }
  return stacks;
}

/** Does the time lie in the four seconds around a pin? */
export const isCurrentPin = (seconds: number, time: number): boolean => Math.abs(time - seconds) <= CURRENT_S;

import { makeBubble } from "./bubble.ts";
import { makeCountdown } from "./countdown.ts";
import { makeDrawing } from "./drawing.ts";
import type { RecordingWorld } from "./recording-parts-slot.ts";

/** Passes countdown, camera and drawing tools to the bar in this page, if there is one. */
export function equipRecording(): void {
  (globalThis as RecordingWorld).stillreelRecording?.equip((view, { send, leaveDrawing }, signal) => ({
    countdown: makeCountdown(view, (what) => send({ do: what }), signal),
    bubble: makeBubble(view, send, signal),
    drawing: makeDrawing(view, leaveDrawing, signal),
  }));
}

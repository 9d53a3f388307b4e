import type { AfterCapture } from "../captures/capture.types.ts";
import { answer, giveUp } from "./answer.ts";
import { layArea } from "./area.ts";
import { makeLoupe } from "./loupe.ts";
import type { OverlayView } from "./overlay.types.ts";
import { mainScroller } from "./scroller.ts";

/** Lets somebody choose an area of the page to be captured. */
export function chooseArea(given: OverlayView): void {
  const scroller = mainScroller();
  layArea("stillreel-area", given, {
    scroller,
    loupe: makeLoupe(given.shot),
    take: ({ leave }, box, name) => answer(given, leave, box, scroller, (name || null) as AfterCapture | null),
    cancel: ({ leave }) => giveUp(given, leave),
  });
}

import type { AfterCapture } from "../core/after-capture.ts";
import { answer, giveUp } from "./answer.ts";
import { layArea } from "../../shared/page/chooser/area-chooser.ts";
import { makeLoupe } from "../../shared/page/chooser/magnifier.ts";
import type { OverlayView } from "../core/capture-chooser.ts";
import { mainScroller } from "./main-scroller.ts";

/** Lets the user choose an area of the page for a capture. */
export function chooseArea(given: OverlayView): void {
  const scroller = mainScroller();
  layArea("stillreel-area", given, {
    scroller,
    loupe: makeLoupe(given.shot),
    take: ({ leave }, box, name) => answer(given, leave, box, scroller, (name || null) as AfterCapture | null),
    cancel: ({ leave }) => giveUp(given, leave),
  });
}

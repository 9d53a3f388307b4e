import type { PartBox } from "@stillreel/recorder/types";
import { layArea } from "../../shared/page/chooser/area-chooser.ts";
import type { ChooserView } from "../../shared/core/chooser-view.ts";
import { type Box, clamp, type Point } from "../../shared/core/region.ts";
import type { Scroller } from "../../shared/page/chooser/scroller.ts";

/** Minimum side length of a recorded part in CSS pixels. Players cannot show smaller videos. */
const SMALLEST_PART = 64;

const windowBox = (): Box => ({ x: 0, y: 0, width: innerWidth, height: innerHeight });

/** A recorded part does not scroll with the page, so it is chosen in the window and scrolling is disabled. */
const STILL: Scroller = {
  offset: () => ({ x: 0, y: 0 }),
  toContent: <P extends Point>(at: P) => at,
  toWindow: <P extends Point>(at: P) => at,
  content: windowBox,
  limits: windowBox,
  scrollBy: () => undefined,
};

/** Converts a box into shares of the window and enlarges it to the minimum size. */
export function partOf(box: Box, view: { width: number; height: number }): PartBox {
  const width = Math.min(Math.max(box.width, SMALLEST_PART), view.width);
  const height = Math.min(Math.max(box.height, SMALLEST_PART), view.height);
  return {
    x: clamp(box.x, 0, view.width - width) / view.width,
    y: clamp(box.y, 0, view.height - height) / view.height,
    width: width / view.width,
    height: height / view.height,
  };
}

/** Lets the user choose the part of the page to record. Null when cancelled or when the overlay was removed. */
export function chooseRecordedPart(given: ChooserView): Promise<PartBox | null> {
  return new Promise((resolve) => {
    let part: PartBox | null = null;
    const { surface } = layArea("stillreel-part", given, {
      scroller: STILL,
      loupe: null,
      take(chooser, box) {
        part = partOf(box, windowBox());
        void chooser.leave();
      },
      cancel: (chooser) => void chooser.leave(),
    });
    // The promise resolves however the overlay is removed, also when another overlay replaces it.
    const { leave } = surface;
    surface.leave = async () => {
      await leave();
      resolve(part);
    };
  });
}

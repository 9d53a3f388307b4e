import type { PartBox } from "@stillreel/recorder/types";
import { layArea } from "../../shared/page/chooser/area-chooser.ts";
import type { ChooserView } from "../../shared/core/chooser-view.ts";
import { type Box, clamp, type Point } from "../../shared/core/region.ts";
import type { Scroller } from "../../shared/page/chooser/scroller.ts";

/** The smallest part that makes a film, in CSS pixels a side. Less than this is no picture that a player shows. */
const SMALLEST_PART = 64;

const windowBox = (): Box => ({ x: 0, y: 0, width: innerWidth, height: innerHeight });

/** A recorded part stands still while the page scrolls under it, so it is chosen in the window and nothing scrolls meanwhile. */
const STILL: Scroller = {
  offset: () => ({ x: 0, y: 0 }),
  toContent: <P extends Point>(at: P) => at,
  toWindow: <P extends Point>(at: P) => at,
  content: windowBox,
  limits: windowBox,
  scrollBy: () => undefined,
};

/** A box in the window as parts of it, grown to what can be filmed. */
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

/** Lets somebody choose the part of the page that is to be recorded. Null: it was given up, or the glass was taken off. */
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
    // However the glass goes, also when another one takes its place, there is an answer.
    const { leave } = surface;
    surface.leave = async () => {
      await leave();
      resolve(part);
    };
  });
}

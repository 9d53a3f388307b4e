import type { AfterCapture } from "../core/after-capture.ts";
import type { Chosen, OverlayView } from "../core/capture-chooser.ts";
import { type Box, within } from "../../shared/core/region.ts";
import type { Scroller } from "../../shared/page/chooser/scroller.ts";
import { postToBackground } from "../../shared/page/post-to-background.ts";
import type { CAPTURE_MESSAGES } from "../core/messages.ts";

/** Removes the overlay; see {@link Chooser.leave}. */
type Leave = () => Promise<void>;

/** Removes the overlay and sends the chosen box of the window to the worker. */
export function answer({ session }: OverlayView, leave: Leave, box: Box, scroller: Scroller, action: AfterCapture | null): void {
  const view = { width: innerWidth, height: innerHeight };
  const seen = within(box, { x: 0, y: 0, ...view });
  const isInView = seen.width === box.width && seen.height === box.height;
  const inContent = (): Box => within(scroller.toContent(box), scroller.content());
  const chosen: Chosen = { session, action, box: isInView ? box : inContent(), isInView, view };
  void leave().then(() => postToBackground<typeof CAPTURE_MESSAGES>({ name: "page.chosen", request: chosen }));
}

/** Removes the overlay without a choice. */
export function giveUp({ session }: OverlayView, leave: Leave): void {
  void leave().then(() => postToBackground<typeof CAPTURE_MESSAGES>({ name: "page.cancelled", request: { session } }));
}

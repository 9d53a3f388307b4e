import { Anchors } from "./anchors.ts";
import { findMovedContent, hidesContent } from "./moved-content.ts";
import { FULL_PAGE_PARTS, type FullPageParts } from "./parts-slot.ts";
import { Quiet } from "./quiet.ts";
import { SidePanes } from "./side-panes.ts";
import { Stillness } from "./stillness.ts";

/** Makes the parts available to the script of the run. */
export function installFullPageParts(): void {
  Object.assign(globalThis, {
    [FULL_PAGE_PARTS]: { Anchors, Quiet, SidePanes, Stillness, findMovedContent, hidesContent } satisfies FullPageParts,
  });
}

import type { Anchors } from "./anchors.ts";
import type { findMovedContent, hidesContent } from "./moved-content.ts";
import type { Quiet } from "./quiet.ts";
import type { SidePanes } from "./side-panes.ts";
import type { Stillness } from "./stillness.ts";

/** The parts of the second script of a full-page capture. It is separate because each injected script has a size limit. */
export interface FullPageParts {
  Anchors: typeof Anchors;
  Quiet: typeof Quiet;
  SidePanes: typeof SidePanes;
  Stillness: typeof Stillness;
  findMovedContent: typeof findMovedContent;
  hidesContent: typeof hidesContent;
}

/** Global name of the parts in the isolated world of the page. They are injected before the run's script. */
export const FULL_PAGE_PARTS = "stillreelFullPageParts";

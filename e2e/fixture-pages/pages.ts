import { FLOATING_PAGES } from "./floating-pages.ts";
import { MOVING_PAGES } from "./moving-pages.ts";
import { PLAIN_PAGES } from "./plain-pages.ts";
import { SCROLLER_PAGES } from "./scroller-pages.ts";
import type { FixturePage } from "./fixture.types.ts";

/** All fixture pages. */
export const FIXTURE_PAGES: readonly FixturePage[] = [...PLAIN_PAGES, ...FLOATING_PAGES, ...SCROLLER_PAGES, ...MOVING_PAGES];

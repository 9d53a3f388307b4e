// The overlays are in closed shadow roots of foreign pages, without the tokens and style sheets of @stillreel/ui. These are
// the same declarations, as text for the sheets of the shadow roots.

/** The focus ring, over `--ink` and `--accent` of the overlay. */
export const FOCUS_RING = "outline:2px solid var(--ink);outline-offset:1px;box-shadow:0 0 0 5px var(--accent)";

/** Text for assistive technology that the screen does not show. */
export const VISUALLY_HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";

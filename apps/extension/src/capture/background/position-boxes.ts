import type { SensitiveBox } from "@stillreel/contract";
import type { Clipper, FoundBox, FoundInPage, PictureFrame } from "../core/sensitive-boxes.ts";
import type { Box } from "../../shared/core/region.ts";

/** Margin for letters that exceed their line box, in CSS pixels. */
const MARGIN = 2;
/** Maximum number of boxes per picture. */
const BOXES_MAX = 500;

const cut = (box: Box, by: Box): Box => {
  const x = Math.max(box.x, by.x);
  const y = Math.max(box.y, by.y);
  const width = Math.min(box.x + box.width, by.x + by.width) - x;
  return { x, y, width, height: Math.min(box.y + box.height, by.y + by.height) - y };
};
const isEmpty = ({ width, height }: Box): boolean => width <= 0 || height <= 0;
const moved = (box: Box, dx: number, dy: number): Box => ({ ...box, x: box.x + dx, y: box.y + dy });

/** Returns the index of the clipper that was scrolled during the capture. */
function mainClipper({ clippers }: FoundInPage, scroller: Box | null | undefined): number {
  if (!scroller) return -1;
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) < 1.5;
  return clippers.findIndex(
    ({ view }) =>
      isNear(view.x, scroller.x) &&
      isNear(view.y, scroller.y) &&
      isNear(view.width, scroller.width) &&
      isNear(view.height, scroller.height),
  );
}

/** Returns the positions of a box in the content. A box in the frame around the content may have two positions. */
function inContent(box: FoundBox, seen: Box, main: Clipper, isInside: boolean): Box[] {
  const { view, scrollX, scrollY, scrollHeight } = main;
  if (isInside) return [moved(seen, scrollX - view.x, scrollY - view.y)];
  // A fixed element appears once in the picture: at the nearer edge, top or bottom.
  const above = moved(seen, -view.x, -view.y);
  const below = moved(above, 0, scrollHeight - view.height);
  if (!box.isFixed) return [seen.y >= view.y + view.height ? below : above];
  return seen.y + seen.height / 2 < view.y + view.height / 2 ? [above] : [below];
}

function positionsOf(page: FoundInPage, box: FoundBox, frame: PictureFrame): Box[] {
  const mainIndex = frame.space === "content" ? mainClipper(page, frame.scroller) : -1;
  const main = mainIndex < 0 ? page.document : (page.clippers[mainIndex] as Clipper);
  let seen: Box = { x: box.x - MARGIN, y: box.y - MARGIN, width: box.width + 2 * MARGIN, height: box.height + 2 * MARGIN };
  for (const index of box.clippers) {
    if (frame.space === "content" && index === mainIndex) break;
    const clipper = page.clippers[index];
    if (clipper) seen = cut(seen, clipper.view);
  }
  if (isEmpty(seen)) return [];
  if (frame.space === "viewport") return [seen];
  return inContent(box, seen, main, mainIndex < 0 ? !box.isFixed : box.clippers.includes(mainIndex));
}

/** Converts boxes of a page into pixels of its picture; boxes outside of the picture are left out. */
export function positionBoxes(page: FoundInPage, frame: PictureFrame): SensitiveBox[] {
  const picture = { x: 0, y: 0, width: frame.width, height: frame.height };
  const placed: SensitiveBox[] = [];
  for (const box of page.boxes) {
    for (const position of positionsOf(page, box, frame)) {
      const at = moved(position, -frame.origin.x, -frame.origin.y);
      // To whole pixels, outwards.
      const x = Math.floor(at.x * frame.pixelRatio);
      const y = Math.floor(at.y * frame.pixelRatio);
      const width = Math.ceil((at.x + at.width) * frame.pixelRatio) - x;
      const height = Math.ceil((at.y + at.height) * frame.pixelRatio) - y;
      const inPicture = cut({ x, y, width, height }, picture);
      if (!isEmpty(inPicture) && placed.length < BOXES_MAX) placed.push({ kind: box.kind, ...inPicture });
    }
  }
  return placed;
}

import { type BoxEffect, type ShareBox, type VideoEditor, zoomBox } from "../../core/index.ts";

const LEVEL = { least: 1.1, most: 10 } as const;

/** Returns the box of another level around the same middle, inside of the picture. */
export function boxOfLevel(box: ShareBox, level: number): ShareBox {
  const side = 1 / Math.min(LEVEL.most, Math.max(LEVEL.least, level));
  return zoomBox({ x: box.x + box.width / 2 - side / 2, y: box.y + box.height / 2 - side / 2, width: side, height: side });
}

/** Sets the box of an effect now: its box, or a position at the playhead once it has positions. */
export function positionEffect(editor: VideoEditor, effect: BoxEffect, box: ShareBox, key: string): void {
  const { x, y, width, height } = effect.kind === "zoom" ? zoomBox(box) : box;
  const position = { x, y, width, height };
  if ((effect.keys?.length ?? 0) > 0) editor.setKey(effect.id, editor.shown().at, position, key);
  else editor.updateEffect(effect.id, position, key);
}

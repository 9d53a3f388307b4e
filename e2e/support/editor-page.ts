import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import type { ExtensionWorld } from "./extension-world.ts";

/** A box in pixels of the picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What the extension keeps of one capture, as far as stories look at it. */
export interface KeptCapture {
  id: string;
  width: number;
  height: number;
  document: { shapes: ({ type: string } & Box)[] } | null;
  upload: { state: string };
  item: { itemId: string; refName: string; shareUrl: string | null } | null;
  record: { sensitive?: ({ kind: string } & Box)[] };
}

/** Captures what `page` shows by a click in the popup; answers with the tab of the editor, its picture drawn. */
export async function captureIntoEditor(world: ExtensionWorld, page: Page): Promise<Page> {
  const popup = await world.openPopup(page);
  await popup.waitForText("Visible area");
  const opened = world.context.waitForEvent("page", { predicate: (tab) => tab.url().includes("/editor.html") });
  await popup.click("Visible area");
  const editor = await opened;
  await editor.setViewportSize({ width: 1440, height: 900 });
  await editor.getByRole("application").waitFor();
  return editor;
}

/** Presses a tool's key and draws with the mouse, in CSS pixels from the canvas' top left. */
export async function draw(editor: Page, key: string, from: [number, number], to: [number, number]): Promise<void> {
  const canvas = await editor.getByRole("application").boundingBox();
  if (!canvas) throw new Error("The editor has no canvas.");
  await editor.keyboard.press(key);
  await editor.mouse.move(canvas.x + from[0], canvas.y + from[1]);
  await editor.mouse.down();
  await editor.mouse.move(canvas.x + (from[0] + to[0]) / 2, canvas.y + (from[1] + to[1]) / 2);
  await editor.mouse.move(canvas.x + to[0], canvas.y + to[1]);
  await editor.mouse.up();
}

/** All captures that the extension keeps, read from its own storage in one of its pages. */
export function keptCaptures(page: Page): Promise<KeptCapture[]> {
  return page.evaluate(
    () =>
      new Promise<KeptCapture[]>((resolve, reject) => {
        const opening = indexedDB.open("captures");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const all = opening.result.transaction("captures").objectStore("captures").getAll();
          all.addEventListener("success", () => {
            opening.result.close();
            resolve(all.result as KeptCapture[]);
          });
        });
      }),
  );
}

/** The pixels of a picture, four bytes each. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Decodes a PNG. */
export function pixelsOf(png: Buffer): Pixels {
  const { width, height, data } = PNG.sync.read(png);
  return { width, height, data };
}

/** How many pixels of a box have another colour than this (#rrggbb). */
export function othersIn({ width, data }: Pixels, box: Box, colour: string): number {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let others = 0;
  for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y += 1)
    for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x += 1)
      if (wanted.some((value, channel) => data[(y * width + x) * 4 + channel] !== value)) others += 1;
  return others;
}

/** How many pixels of two pictures differ outside of some boxes. */
export function differentOutside(a: Pixels, b: Pixels, boxes: readonly Box[]): number {
  let different = 0;
  for (let y = 0; y < a.height; y += 1)
    for (let x = 0; x < a.width; x += 1) {
      if (boxes.some((box) => x >= box.x - 1 && x <= box.x + box.width && y >= box.y - 1 && y <= box.y + box.height)) continue;
      const at = (y * a.width + x) * 4;
      if (a.data[at] !== b.data[at] || a.data[at + 1] !== b.data[at + 1] || a.data[at + 2] !== b.data[at + 2]) different += 1;
    }
  return different;
}

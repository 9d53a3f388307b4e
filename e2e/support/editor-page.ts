import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import type { ExtensionWorld } from "./extension-world.ts";

/** A box in pixels of the image. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The fields of a stored capture that tests read. */
export interface StoredCapture {
  id: string;
  width: number;
  height: number;
  document: { shapes: ({ type: string } & Box)[] } | null;
  upload: { state: string };
  item: { itemId: string; refName: string; shareUrl: string | null } | null;
  record: { sensitive?: ({ kind: string } & Box)[] };
}

/** Captures `page` by a click in the popup. Returns the tab of the editor after its image was drawn. */
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

/** Reads all captures of the extension from its storage, in one of its pages. */
export function storedCaptures(page: Page): Promise<StoredCapture[]> {
  return page.evaluate(
    () =>
      new Promise<StoredCapture[]>((resolve, reject) => {
        const opening = indexedDB.open("captures");
        opening.addEventListener("error", () => reject(opening.error));
        opening.addEventListener("success", () => {
          const all = opening.result.transaction("captures").objectStore("captures").getAll();
          all.addEventListener("success", () => {
            opening.result.close();
            resolve(all.result as StoredCapture[]);
          });
        });
      }),
  );
}

/** The pixels of an image, four bytes each. */
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

/** Counts the pixels of a box that have another color than the given one (#rrggbb). */
export function othersIn({ width, data }: Pixels, box: Box, colour: string): number {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  let others = 0;
  for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y += 1)
    for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x += 1)
      if (wanted.some((value, channel) => data[(y * width + x) * 4 + channel] !== value)) others += 1;
  return others;
}

/** Counts the pixels that differ between two images outside some boxes. */
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

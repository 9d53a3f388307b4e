import type { Page } from "playwright-core";
import { expect } from "vitest";

/** A file that only exists in the test. */
export interface HandedFile {
  name: string;
  bytes: Buffer;
  type: string;
}

/** Passes files to the page as a paste or a drag from another program does. Waits until the page has its listeners. */
export async function handFiles(page: Page, kind: "drop" | "paste", files: readonly HandedFile[]): Promise<void> {
  const given = files.map(({ name, bytes, type }) => ({ name, type, base64: bytes.toString("base64") }));
  const isTaken = (): Promise<boolean> =>
    page.evaluate(
      ({ event, handed }) => {
        const transfer = new DataTransfer();
        for (const { name, base64, type } of handed)
          transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
        const hand = (made: Event): boolean => !document.body.dispatchEvent(made);
        const how = { bubbles: true, cancelable: true };
        if (event === "paste") return hand(new ClipboardEvent("paste", { clipboardData: transfer, ...how }));
        // Without a drop target there is no drop.
        if (!hand(new DragEvent("dragover", { dataTransfer: transfer, ...how }))) return false;
        return hand(new DragEvent("drop", { dataTransfer: transfer, ...how }));
      },
      { event: kind, handed: given },
    );
  await expect.poll(isTaken, { timeout: 15_000 }).toBe(true);
}

/** Drops files and folders of the disk in the middle of the page, by the browser's own drag and drop. */
export async function dropPaths(page: Page, files: readonly string[]): Promise<void> {
  const viewport = page.viewportSize() ?? { width: 1440, height: 900 };
  const session = await page.context().newCDPSession(page);
  const event = {
    x: viewport.width / 2,
    y: viewport.height / 2,
    data: { items: [], files: [...files], dragOperationsMask: 1 },
  };
  try {
    for (const type of ["dragEnter", "dragOver", "drop"] as const) await session.send("Input.dispatchDragEvent", { type, ...event });
  } finally {
    await session.detach();
  }
}

/** Returns the row of a file in the upload tray. */
export const uploadRow = (page: Page, name: string) =>
  page.getByRole("complementary", { name: "Uploads" }).getByRole("listitem").filter({ hasText: name });

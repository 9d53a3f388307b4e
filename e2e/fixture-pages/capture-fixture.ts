import type { Page, Worker } from "playwright-core";
import type { ExtensionWorld } from "../support/extension-world.ts";
import { workerOf } from "../support/stored-captures.ts";
import { type Comparison, comparePng } from "./compare.ts";
import { referenceOf } from "./reference.ts";
import type { FixturePage } from "./fixture.types.ts";

const LIMIT_PX = 30_000;
const POLL_MS = 50;

/** Result of one page. */
export interface FixtureResult extends Comparison {
  name: string;
  /** Whether all pixels are equal. */
  isEqual: boolean;
  /** Whether the extension reported that the capture may be incomplete. */
  isReported: boolean;
  /** Whether it is equal, or different only by the tolerance that README.md explains, and not reported as incomplete. */
  isRight: boolean;
  /** Milliseconds from the click to the stored image. */
  took: number;
}

/** A full-page capture by the extension. */
export interface WholePage {
  png: Buffer;
  /** Whether the extension reported that the capture may be incomplete. */
  isReported: boolean;
  took: number;
}

/** Returns the newest stored image, and deletes all stored images after the read. */
async function takeStored(worker: Worker): Promise<Pick<WholePage, "png" | "isReported"> | null> {
  const found = await worker.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("captures")) return null;
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error as Error));
      });
    const database = await wait(indexedDB.open("captures"));
    const stores = database.transaction(["captures", "pictures"], "readwrite");
    const [picture] = (await wait(stores.objectStore("pictures").getAll())) as Blob[];
    const [capture] = (await wait(stores.objectStore("captures").getAll())) as { record: { incomplete?: boolean } }[];
    if (picture) {
      stores.objectStore("captures").clear();
      stores.objectStore("pictures").clear();
    }
    database.close();
    if (!picture) return null;
    const bytes = new Uint8Array(await picture.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return { base64: btoa(text), isReported: capture?.record.incomplete === true };
  });
  return found && { png: Buffer.from(found.base64, "base64"), isReported: found.isReported };
}

/** Clicks "Full page" in the popup while `page` is active, and waits for the image. */
export async function captureWholePage(world: ExtensionWorld, page: Page, limitPx = LIMIT_PX): Promise<WholePage> {
  const worker = await workerOf(world.context);
  await worker.evaluate((limit) => chrome.storage.local.set({ preferences: { afterCapture: "copy", fullPageLimit: limit } }), limitPx);
  await takeStored(worker);
  const popup = await world.openPopup(page);
  await popup.waitForText("Full page");
  const began = performance.now();
  await popup.click("Full page");
  const deadline = began + 180_000;
  for (;;) {
    const stored = await takeStored(worker);
    if (stored) {
      const took = performance.now() - began;
      await popup.close().catch(() => undefined);
      return { ...stored, took };
    }
    if (performance.now() > deadline)
      throw new Error(`No picture came of ${page.url()}. The popup says: ${await popup.text().catch(() => "nothing")}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function setZoom(worker: Worker, zoom: number): Promise<void> {
  await worker.evaluate(async (factor) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    if (tab?.id !== undefined) await chrome.tabs.setZoom(tab.id, factor);
  }, zoom);
}

/** Compares sizes. Zoom and dense screens allow two roundings to device pixels; Chromium's screenshots may differ by one pixel. */
function isSameSize({ captured, reference }: Comparison, { zoom = 1, deviceScale = 1 }: FixturePage): boolean {
  const slack = Number.isInteger(zoom * deviceScale) ? 0 : 1;
  return Math.abs(captured.width - reference.width) <= slack && Math.abs(captured.height - reference.height) <= slack;
}

/** Opens a fixture page as it will be captured. */
async function openFixturePage(world: ExtensionWorld, worker: Worker, url: string, fixture: FixturePage): Promise<Page> {
  const page = await world.context.newPage();
  await page.emulateMedia({ colorScheme: fixture.dark ? "dark" : "light" });
  await page.goto(`${url}/${fixture.name}`);
  await page.bringToFront();
  if (fixture.zoom) {
    await setZoom(worker, fixture.zoom);
    await page.waitForFunction((zoom) => Math.abs(devicePixelRatio - zoom) < 0.01, fixture.zoom * (fixture.deviceScale ?? 1));
  }
  return page;
}

/** Captures one page with the real extension, and compares it with Chromium's screenshot. */
export async function captureFixturePage(world: ExtensionWorld, url: string, fixture: FixturePage): Promise<FixtureResult> {
  const worker = await workerOf(world.context);
  let page = await openFixturePage(world, worker, url, fixture);
  try {
    const { png, isReported, took } = await captureWholePage(world, page, fixture.limitPx);
    // In another tab: the toast about the capture may still appear in this one.
    await page.close();
    page = await openFixturePage(world, worker, url, fixture);
    const compared = await comparePng(png, await referenceOf(page, fixture));
    const share = compared.different / (compared.captured.width * compared.captured.height);
    const isSame = isSameSize(compared, fixture);
    const isEqual = isSame && compared.different === 0;
    return {
      name: fixture.name,
      took,
      ...compared,
      isEqual,
      isReported,
      isRight: isSame && !isReported && share <= (fixture.tolerance ?? 0),
    };
  } finally {
    if (fixture.zoom) await setZoom(worker, 1);
    await page.close();
  }
}

/** Formats the result of a page as one line. */
export function describeResult({ name, isEqual, isReported, different, captured, reference, rows }: FixtureResult): string {
  if (isReported) return `${name}: reported as incomplete`;
  if (isEqual) return `${name}: equal`;
  const sizes = `${captured.width}×${captured.height} against ${reference.width}×${reference.height}`;
  return `${name}: ${different} pixels differ (${sizes}${rows ? `, rows ${rows.first} to ${rows.last}` : ""})`;
}

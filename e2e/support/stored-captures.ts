import type { BrowserContext, Worker } from "playwright-core";
import { PNG } from "pngjs";

/** A capture as the extension stores it. */
export interface StoredCapture {
  id: string;
  createdAt: number;
  title: string;
  pageUrl: string | null;
  width: number;
  height: number;
  record: { kind: string; incomplete?: boolean; sensitive: { kind: string; x: number; y: number; width: number; height: number }[] };
  /** The original image. */
  png: Buffer;
}

/** Returns the extension's background worker. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
}

/** Returns the number of stored captures. */
export async function storedCount(worker: Worker): Promise<number> {
  return worker.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "captures")) return 0;
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error as Error);
      });
    const database = await wait(indexedDB.open("captures"));
    const count = await wait(database.transaction("captures").objectStore("captures").count());
    database.close();
    return count;
  });
}

/** Returns the newest stored captures, the oldest of them first, read from the extension's store. */
export async function storedCaptures(worker: Worker, limit = Number.MAX_SAFE_INTEGER): Promise<StoredCapture[]> {
  const found = await worker.evaluate(async (most) => {
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error as Error);
      });
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes("captures")) return [];
    const database = await wait(indexedDB.open("captures"));
    const captures = (await wait(database.transaction("captures").objectStore("captures").getAll())) as { id: string; createdAt: number }[];
    const entries: { capture: unknown; base64: string }[] = [];
    for (const capture of captures.toSorted((a, b) => a.createdAt - b.createdAt).slice(-most)) {
      const picture = (await wait(database.transaction("pictures").objectStore("pictures").get(`${capture.id}/base`))) as Blob;
      const bytes = new Uint8Array(await picture.arrayBuffer());
      let text = "";
      for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
      entries.push({ capture, base64: btoa(text) });
    }
    database.close();
    return entries;
  }, limit);
  return found.map(({ capture, base64 }) => ({ ...(capture as Omit<StoredCapture, "png">), png: Buffer.from(base64, "base64") }));
}

/** Cuts a part of a PNG, as PNG. */
export function cut(picture: Buffer, box: { x: number; y: number; width: number; height: number }): Buffer {
  const whole = PNG.sync.read(picture);
  const piece = new PNG({ width: box.width, height: box.height });
  PNG.bitblt(whole, piece, box.x, box.y, box.width, box.height, 0, 0);
  return PNG.sync.write(piece);
}

/** Counts the pixels that differ between two images, or all pixels when their sizes differ. */
export function differingPixels(first: Buffer, second: Buffer): number {
  const [a, b] = [PNG.sync.read(first), PNG.sync.read(second)];
  if (a.width !== b.width || a.height !== b.height) return Math.max(a.width * a.height, b.width * b.height);
  let count = 0;
  for (let at = 0; at < a.data.length; at += 4) if (a.data.readUInt32LE(at) !== b.data.readUInt32LE(at)) count += 1;
  return count;
}

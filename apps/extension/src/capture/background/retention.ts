import { allCaptures, captureById, discardedCaptures, storeCapture, removeCaptures } from "../data/capture-store.ts";
import { newCapture } from "./new-capture.ts";
import { ownerNow } from "../../shared/data/owner.ts";
import { isOver } from "../core/retention.plan.ts";

/** Deletes expired captures. */
export async function tidyCaptures(): Promise<void> {
  const all = [...(await allCaptures()), ...(await discardedCaptures())];
  await removeCaptures(all.filter((capture) => isOver(capture, Date.now())).map(({ id }) => id));
}

/** Name of the cache in which older versions stored unsent captures. */
const OLD_CACHE = "kept-captures";
const OLD_META = "x-capture";

interface OldCapture {
  title: string;
  fileName: string;
  idempotencyKey: string;
}

async function adopt(picture: Blob, id: string, old: OldCapture, owner: string): Promise<void> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  bitmap.close();
  const preferences = { fileNamePattern: "{title}", captureFolderId: null };
  const taken = { title: old.title, pageUrl: null, record: {}, width, height };
  const capture = newCapture(taken, { owner, preferences, nowMs: Date.now() });
  await storeCapture({ ...capture, ...old, id, upload: { state: "waiting" } }, picture);
}

/** Imports the unsent captures of an older version. Entries that are not pictures are deleted. */
export async function adoptOldCaptures(): Promise<void> {
  if (!(await caches.has(OLD_CACHE))) return;
  const owner = await ownerNow();
  // They belong to the signed-in user: older versions deleted them at sign-out.
  if (!owner) return;
  const cache = await caches.open(OLD_CACHE);
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const meta = response?.headers.get(OLD_META);
    // The key ends with a timestamp (14 digits), a dash and an id.
    const id = request.url.split("/").at(-1)?.slice(15) ?? "";
    if (response && meta && id && !(await captureById(id))) {
      const { title, fileName, idempotencyKey } = JSON.parse(decodeURIComponent(meta)) as OldCapture;
      await adopt(await response.blob(), id, { title, fileName, idempotencyKey }, owner.mark).catch(() => undefined);
    }
    await cache.delete(request);
  }
  await caches.delete(OLD_CACHE);
}

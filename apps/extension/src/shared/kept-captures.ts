/** A picture that was taken but has no link yet. */
export interface Capture {
  picture: Blob;
  title: string;
  fileName: string;
  /** Made with the capture and sent with every try, so that a try whose answer got lost makes no second item. */
  idempotencyKey: string;
  /** Set when the upload went through and only the link is missing. */
  itemId?: string;
}

/** A kept capture and the key under which it waits. */
export interface KeptCapture extends Capture {
  key: string;
}

const CACHE = "kept-captures";
/** Requests of a cache need an http address; this one is never asked for. */
const keyFor = (id: string): string => `https://kept.invalid/${id}`;
const META = "x-capture";

async function publishCount(): Promise<void> {
  const keys = await (await caches.open(CACHE)).keys();
  await chrome.storage.local.set({ keptCount: keys.length });
}

/** Keeps a picture on this machine until it can be sent. */
export async function keepCapture(capture: Capture): Promise<void> {
  const { picture, ...meta } = capture;
  const id = `${String(Date.now()).padStart(14, "0")}-${crypto.randomUUID()}`;
  const headers = { "content-type": picture.type, [META]: encodeURIComponent(JSON.stringify(meta)) };
  await (await caches.open(CACHE)).put(keyFor(id), new Response(picture, { headers }));
  await publishCount();
}

/** All kept captures, oldest first. */
export async function keptCaptures(): Promise<KeptCapture[]> {
  const cache = await caches.open(CACHE);
  const requests = (await cache.keys()).toSorted((a, b) => a.url.localeCompare(b.url));
  const found = await Promise.all(
    requests.map(async (request): Promise<KeptCapture | null> => {
      const response = await cache.match(request);
      const meta = response?.headers.get(META);
      if (!response || !meta) return null;
      return { ...(JSON.parse(decodeURIComponent(meta)) as Omit<Capture, "picture">), picture: await response.blob(), key: request.url };
    }),
  );
  return found.filter((capture) => capture !== null);
}

/** Lets one kept capture go, once it has its link. */
export async function releaseCapture(key: string): Promise<void> {
  await (await caches.open(CACHE)).delete(key);
  await publishCount();
}

/** Lets all kept captures go: the person discarded them, or signed out. Used by the popup too. */
export async function discardCaptures(): Promise<void> {
  await caches.delete(CACHE);
  await chrome.storage.local.set({ keptCount: 0 });
}

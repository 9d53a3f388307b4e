import { OFFSCREEN_PORT } from "../core/offscreen-port.ts";

/** A page that closes in the moment in which it is asked is made anew; more often than this is no coincidence. */
const ATTEMPTS = 5;

/** There can be only one such page, so it says all that it may be needed for. */
const REASONS = ["CLIPBOARD", "BLOBS", "DISPLAY_MEDIA", "USER_MEDIA"] as unknown as chrome.offscreen.Reason[];

let opening: Promise<void> | null = null;

/** Whether the offscreen page stands. There can be only one. */
export async function offscreenPageExists(): Promise<boolean> {
  const existing = await chrome.runtime.getContexts({ contextTypes: ["OFFSCREEN_DOCUMENT" as chrome.runtime.ContextType] });
  return existing.length > 0;
}

async function open(): Promise<void> {
  if (await offscreenPageExists()) return;
  await chrome.offscreen.createDocument({
    url: "offscreen.html",
    reasons: REASONS,
    justification: "Copies links and pictures, makes files, and records and takes pictures of a screen, while no page of ours is open.",
  });
}

/** Resolves with true when the page hears, with false when it is gone. */
const isReady = (port: chrome.runtime.Port): Promise<boolean> =>
  new Promise((resolve) => {
    port.onMessage.addListener(() => resolve(true));
    port.onDisconnect.addListener(() => resolve(false));
  });

async function connect(): Promise<chrome.runtime.Port> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    opening ??= open().finally(() => (opening = null));
    await opening;
    const port = chrome.runtime.connect({ name: OFFSCREEN_PORT });
    if (await isReady(port)) return port;
  }
  throw new Error("The offscreen page cannot be opened.");
}

/** Does something that needs the offscreen page, which stands as long as anything needs it and then goes by itself. */
export async function withOffscreenPage<T>(work: () => Promise<T>): Promise<T> {
  const port = await connect();
  try {
    return await work();
  } finally {
    port.disconnect();
  }
}

import { OFFSCREEN_PORT } from "../core/offscreen-port.ts";

/** Time limit for opening the page, and pause between two attempts, in milliseconds. A busy browser closes the previous page slowly. */
const OPEN_MAX_MS = 10_000;
const PAUSE_MS = 50;

/** Only one offscreen page can exist, so it declares every reason that it may need. */
const REASONS = ["CLIPBOARD", "BLOBS", "DISPLAY_MEDIA", "USER_MEDIA"] as unknown as chrome.offscreen.Reason[];

let opening: Promise<void> | null = null;

/** Returns whether the offscreen page exists. At most one can exist. */
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

/** Resolves with true when the page answers, and with false when it is closed. */
const isReady = (port: chrome.runtime.Port): Promise<boolean> =>
  new Promise((resolve) => {
    port.onMessage.addListener(() => resolve(true));
    port.onDisconnect.addListener(() => resolve(false));
  });

async function connect(): Promise<chrome.runtime.Port> {
  const deadline = Date.now() + OPEN_MAX_MS;
  for (;;) {
    opening ??= open().finally(() => (opening = null));
    await opening;
    const port = chrome.runtime.connect({ name: OFFSCREEN_PORT });
    if (await isReady(port)) return port;
    if (Date.now() > deadline) throw new Error("The offscreen page cannot be opened.");
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** Runs work that needs the offscreen page. The page stays open while any caller needs it and then closes itself. */
export async function withOffscreenPage<T>(work: () => Promise<T>): Promise<T> {
  const port = await connect();
  try {
    return await work();
  } finally {
    port.disconnect();
  }
}

import type { CaptureResult } from "../shared/capture-result.ts";
import type { TabTarget } from "../shared/messages.ts";
import { readTokens } from "../shared/session.ts";
import { fileNameOf, titleOf } from "./file-name.ts";
import { keptCaptures, releaseCapture } from "../shared/kept-captures.ts";
import { publishCapture } from "./publish-capture.ts";
import { clearToast } from "./toast.ts";

/** Chromium takes two pictures a second and refuses the third; half a second later it takes one again. */
const QUOTA = /MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND/u;
const QUOTA_PAUSE_MS = 600;

async function takePicture(windowId: number): Promise<Blob | null> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      const dataUrl = await chrome.tabs.captureVisibleTab(windowId, { format: "png" });
      return await (await fetch(dataUrl)).blob();
    } catch (error) {
      if (!QUOTA.test(String(error))) return null;
      await new Promise((resolve) => setTimeout(resolve, QUOTA_PAUSE_MS));
    }
  }
  return null;
}

/** Takes the picture of what the tab shows, uploads it and gets its link. Needs the person's gesture (activeTab). */
export async function captureVisible({ tabId, windowId }: TabTarget): Promise<CaptureResult> {
  const [tokens] = await Promise.all([readTokens(), clearToast(tabId)]);
  if (!tokens) return { ok: false, reason: "signed-out", kept: false };
  const [picture, tab] = await Promise.all([takePicture(windowId), chrome.tabs.get(tabId)]);
  if (!picture) return { ok: false, reason: "not-capturable", kept: false };
  const title = titleOf(tab.title, tab.url);
  return publishCapture({ picture, title, fileName: fileNameOf(title), idempotencyKey: crypto.randomUUID() });
}

/** Sends the kept captures again, oldest first, and answers with the last one's end; stops at the first that fails. */
export async function retryKept(): Promise<CaptureResult> {
  let last: CaptureResult = { ok: false, reason: "failed", kept: false };
  for (const capture of await keptCaptures()) {
    // Released after the attempt: a failure has kept it anew by then, and a worker that dies in between loses nothing.
    const result = await publishCapture(capture);
    await releaseCapture(capture.key);
    last = result;
    if (!result.ok) break;
  }
  return last;
}

import { copyPictureOffscreen, downloadOffscreen } from "./export-picture.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { readTarget } from "../../shared/data/save-targets.ts";
import { thumbnailOf } from "./thumbnail.ts";
import { DiskFullError, storeCapture } from "../data/capture-store.ts";
import type { StoredCapture, TakenPicture } from "../core/stored-capture.ts";
import type { AfterCapture } from "../core/after-capture.ts";
import type { TakeOutcome } from "../core/capture-result.ts";
import { editorAddress } from "../data/editor-address.ts";
import { offerFromMemory } from "../data/unsaved-capture.ts";
import { newCapture } from "./new-capture.ts";
import { sendWaiting } from "./queue-runner.ts";
import { ownerNow } from "../../shared/data/owner.ts";
import { setQueueAlarm } from "../data/upload-queue-alarm.ts";
import { sendCapture } from "../data/send-capture.ts";

/** Opens a capture's editor in a new tab, or activates the tab that already shows it. */
export async function openEditor(id: string): Promise<void> {
  const url = editorAddress(id);
  const [open] = (await chrome.runtime.getContexts({ contextTypes: ["TAB" as chrome.runtime.ContextType], documentUrls: [url] })) ?? [];
  if (!open) await chrome.tabs.create({ url });
  else {
    await chrome.tabs.update(open.tabId, { active: true });
    await chrome.windows.update(open.windowId, { focused: true });
  }
}

async function link(capture: StoredCapture, thumbnail: Promise<string>): Promise<TakeOutcome> {
  const { id, title } = capture;
  await setQueueAlarm();
  const outcome = await sendCapture(id, { wantsLink: true });
  if (outcome.ok) {
    const { itemId, shareUrl } = outcome.item;
    return { ok: true, did: "link", id, itemId, title, shareUrl: shareUrl ?? "", thumbnail: await thumbnail, lost: outcome.lost };
  }
  if (outcome.kind === "later") {
    void sendWaiting();
    return { ok: false, id, reason: outcome.reason, isStored: true };
  }
  const isTooLarge = outcome.kind === "rejected" && outcome.reason === "too-large";
  return { ok: false, id, reason: isTooLarge ? "too-large" : "failed", isStored: true };
}

async function handOut(capture: StoredCapture, action: "copy" | "download", thumbnail: Promise<string>): Promise<TakeOutcome> {
  const { id, title } = capture;
  try {
    if (action === "copy") {
      await copyPictureOffscreen(id);
      return { ok: true, did: "copy", id, title, thumbnail: await thumbnail };
    }
    const fileName = await downloadOffscreen(capture);
    return { ok: true, did: "download", id, fileName, thumbnail: await thumbnail };
  } catch {
    // The picture is stored: its editor can still copy and download it.
    return { ok: false, id, reason: "failed", isStored: true };
  }
}

/**
 * Stores a picture on disk before anything else can fail, then delivers it as the preference says. A picture without room
 * on the disk always opens in the editor. Never throws.
 */
export async function takeCapture(taken: TakenPicture, action: AfterCapture): Promise<TakeOutcome> {
  const { picture, ...rest } = taken;
  const [owner, preferences, target] = await Promise.all([ownerNow(), readPreferences(), readTarget("capture")]);
  const made = newCapture(rest, { owner: owner?.mark ?? null, preferences, target, nowMs: Date.now() });
  // A capture that becomes a link is queued from the start, so that the next worker sends it if this one terminates.
  const capture: StoredCapture = action === "link" ? { ...made, upload: { state: "waiting" } } : made;
  const { id } = capture;
  const keeping = storeCapture(capture, picture);
  // The tab opens while the disk writes.
  const opening = action === "editor" ? chrome.tabs.create({ url: editorAddress(id) }) : null;
  opening?.catch(() => undefined);
  try {
    await keeping;
  } catch (error) {
    offerFromMemory({ capture, picture });
    await (opening ?? chrome.tabs.create({ url: editorAddress(id) })).catch(() => undefined);
    return error instanceof DiskFullError ? { ok: true, did: "editor", id } : { ok: false, id, reason: "failed", isStored: false };
  }
  if (action === "editor") {
    const opened = await opening?.catch(() => null);
    return opened ? { ok: true, did: "editor", id } : { ok: false, id, reason: "failed", isStored: true };
  }
  const thumbnail = thumbnailOf(picture);
  return action === "link" ? link(capture, thumbnail) : handOut(capture, action, thumbnail);
}

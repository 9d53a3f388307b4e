import { copyPictureOffscreen, downloadOffscreen } from "./export-picture.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { readTarget } from "../../shared/data/save-targets.ts";
import { thumbnailOf } from "./thumbnail.ts";
import { DiskFullError, storeCapture } from "../data/capture-store.ts";
import type { StoredCapture, TakenPicture } from "../core/stored-capture.ts";
import { SAVE_TO_QUERY, type SaveProvider } from "@stillreel/contract";
import { itemPath, onServer } from "../../shared/core/server.ts";
import { type AfterCapture, isSaveAction } from "../core/after-capture.ts";
import type { TakeOutcome } from "../core/capture-result.ts";
import { editorAddress } from "../data/editor-address.ts";
import { offerFromMemory } from "../data/unsaved-capture.ts";
import { newCapture } from "./new-capture.ts";
import { sendWaiting } from "./queue-runner.ts";
import { ownerNow } from "../../shared/data/owner.ts";
import { setQueueAlarm } from "../data/upload-queue-alarm.ts";
import { sendCapture, type SendOutcome } from "../data/send-capture.ts";

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

type Failed = Extract<TakeOutcome, { ok: false }>;

/** Sends a capture now, or leaves it to the queue. */
async function send(id: string, wantsLink: boolean): Promise<Extract<SendOutcome, { ok: true }> | Failed> {
  await setQueueAlarm();
  const outcome = await sendCapture(id, { wantsLink });
  if (outcome.ok) return outcome;
  if (outcome.kind === "later") {
    void sendWaiting();
    return { ok: false, id, reason: outcome.reason, isStored: true };
  }
  const isTooLarge = outcome.kind === "rejected" && outcome.reason === "too-large";
  return { ok: false, id, reason: isTooLarge ? "too-large" : "failed", isStored: true };
}

async function link({ id, title }: StoredCapture, thumbnail: Promise<string>): Promise<TakeOutcome> {
  const outcome = await send(id, true);
  if (!outcome.ok) return outcome;
  const { itemId, shareUrl } = outcome.item;
  return { ok: true, did: "link", id, itemId, title, shareUrl: shareUrl ?? "", thumbnail: await thumbnail, lost: outcome.lost };
}

/** Address of the page of an item, with the dialog that saves it to a service. */
const saveDialogOf = ({ workspaceId = null }: StoredCapture, itemId: string, provider: SaveProvider): string =>
  onServer(`${itemPath({ type: "image", id: itemId, workspaceId })}?${SAVE_TO_QUERY}=${provider}`);

/** Sends a capture and starts its save to a service, or opens the dialog that asks for the folder. */
async function save(capture: StoredCapture, provider: SaveProvider, thumbnail: Promise<string>): Promise<TakeOutcome> {
  const { id } = capture;
  const outcome = await send(id, false);
  if (!outcome.ok) return outcome.reason === "signed-out" ? { ...outcome, reason: "signed-out-save" } : outcome;
  if (outcome.save) return { ok: true, did: "save", id, provider, save: outcome.save, thumbnail: await thumbnail, lost: outcome.lost };
  await chrome.tabs.create({ url: saveDialogOf(outcome.capture, outcome.item.itemId, provider) });
  return { ok: true, did: "ask", id };
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
  const provider = isSaveAction(action) ? action : null;
  // A capture that is sent is queued from the start, so that the next worker sends it if this one terminates. What was captured while no
  // user was signed in is saved to no account.
  const isSent = action === "link" || provider !== null;
  const saveTo = owner === null || preferences.askWhereToSave ? null : provider;
  const capture: StoredCapture = isSent ? { ...made, upload: { state: "waiting" }, saveTo } : made;
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
  if (isSaveAction(action)) return save(capture, action, thumbnail);
  return action === "link" ? link(capture, thumbnail) : handOut(capture, action, thumbnail);
}

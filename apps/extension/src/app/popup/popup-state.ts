import { isApiError } from "@stillreel/client";
import { getShare, listItems } from "@stillreel/contract";
import type { SaveService } from "../../capture/core/after-capture.ts";
import { refreshSaveServices, storedSaveServices } from "../../capture/data/save-services.ts";
import { type Account, type RecentItem, refreshAccount, refreshFolders, storedFolders } from "../../shared/data/account.ts";
import { api } from "../../shared/data/api.ts";
import type { FolderChoice } from "../../shared/core/folder-choices.ts";
import { type Preferences, readPreferences } from "../../shared/data/preferences.ts";
import { readTokens } from "../../shared/data/session.ts";
import { NO_SAVE_TARGETS, type SaveTargets } from "../../shared/core/save-target.plan.ts";
import { type RecentLocation, recentLocationOf, recentQuery } from "./recent.plan.ts";
import { readTarget, refreshSaveTargets, storedSaveTargets } from "../../shared/data/save-targets.ts";

/** Number of newest items in the popup. */
const RECENT_COUNT = 3;

/** State of the popup. Capturing works in every state. */
export interface PopupState {
  session: "signed-in" | "signed-out";
  /** False when the last request did not reach the server. */
  isReachable: boolean;
  account: Account | null;
  /** Null until known. */
  recent: RecentItem[] | null;
  /** Space or folder of these items: the save target of captures; null for the personal library. */
  recentIn: RecentLocation | null;
  folders: FolderChoice[] | null;
  /** Save targets for captures and recordings. */
  saveTargets: SaveTargets;
  /** Services that captures can be saved to. */
  saveServices: readonly SaveService[];
  preferences: Preferences;
}

/** Returns the state that is known without a request: the session from the cookies and cached data. */
export async function storedState(): Promise<PopupState> {
  const [tokens, preferences, folders, saveTargets, saveServices, stored] = await Promise.all([
    readTokens(),
    readPreferences(),
    storedFolders(),
    storedSaveTargets(),
    storedSaveServices(),
    chrome.storage.session.get(["account", "recent"]),
  ]);
  if (!tokens)
    return {
      session: "signed-out",
      isReachable: true,
      account: null,
      recent: null,
      recentIn: null,
      folders: null,
      saveTargets: NO_SAVE_TARGETS,
      saveServices: [],
      preferences,
    };
  const account = (stored["account"] as Account | undefined) ?? null;
  const recentIn = recentLocationOf(saveTargets.targets.capture ?? null);
  const known = stored["recent"] as { of: string; items: RecentItem[] } | undefined;
  // Items of a different save target are not shown.
  const recent = known?.of === (recentIn?.key ?? "") ? known.items : null;
  return { session: "signed-in", isReachable: true, account, recent, recentIn, folders, saveTargets, saveServices, preferences };
}

/** Requests the newest items of the save target and caches them for the next opening. */
async function refreshRecent(): Promise<void> {
  const location = recentLocationOf(await readTarget("capture"));
  const { items } = await api.call(listItems, recentQuery(location, RECENT_COUNT)).catch((error: unknown) => {
    // The target was closed meanwhile: the next refresh of the save targets removes it.
    if (location && isApiError(error, "not-found", "validation-failed")) return { items: [] };
    throw error;
  });
  await chrome.storage.session.set({ recent: { of: location?.key ?? "", items } });
}

/** Requests account, folders and newest items and caches them for the next opening. */
export async function freshState(): Promise<PopupState> {
  const stored = await storedState();
  if (stored.session === "signed-out") return stored;
  try {
    // A closed save target is removed before its items are requested.
    await Promise.all([refreshAccount(), refreshFolders(), refreshSaveTargets().then(refreshRecent), refreshSaveServices()]);
    return await storedState();
  } catch (error) {
    if (isApiError(error, "unauthenticated"))
      return { ...stored, session: "signed-out", account: null, recent: null, recentIn: null, folders: null };
    return { ...stored, isReachable: false };
  }
}

/** Returns the link of an item; creates one if it has none. */
export async function linkOf(item: RecentItem): Promise<string> {
  if (item.shareUrl) return item.shareUrl;
  const share = await api.call(getShare, { params: { workspaceId: item.workspaceId, itemId: item.id } });
  return share.shareUrl;
}

/** Tab of the popup. */
export type PopupTab = "capture" | "record";

/** Returns the tab that was used last. */
export async function storedTab(): Promise<PopupTab> {
  return (await chrome.storage.local.get("popupTab"))["popupTab"] === "record" ? "record" : "capture";
}

/** Stores the tab for the next opening. */
export const storeTab = (popupTab: PopupTab): Promise<void> => chrome.storage.local.set({ popupTab });

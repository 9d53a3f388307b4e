import { isApiError } from "@stillreel/client";
import { getShare, listItems } from "@stillreel/contract";
import { type Account, type RecentItem, refreshAccount, refreshFolders, storedFolders } from "../../shared/data/account.ts";
import { api } from "../../shared/data/api.ts";
import type { FolderChoice } from "../../shared/core/folder-choices.ts";
import { type Preferences, readPreferences } from "../../shared/data/preferences.ts";
import { readTokens } from "../../shared/data/session.ts";
import { NO_SAVE_TARGETS, type SaveTargets } from "../../shared/core/save-target.plan.ts";
import { type RecentLocation, recentLocationOf, recentQuery } from "./recent.plan.ts";
import { readTarget, refreshSaveTargets, storedSaveTargets } from "../../shared/data/save-targets.ts";

/** How many of the newest items the popup shows. */
const RECENT_COUNT = 3;

/** What the popup shows. Capturing works in all of its states. */
export interface PopupState {
  session: "signed-in" | "signed-out";
  /** False when the server did not answer the last time it was asked. */
  isReachable: boolean;
  account: Account | null;
  /** Null until it is known. */
  recent: RecentItem[] | null;
  /** Where these are: a workspace, or a folder of one, that captures go to; null for one's own library. */
  recentIn: RecentLocation | null;
  folders: FolderChoice[] | null;
  /** Where captures and recordings can go. */
  saveTargets: SaveTargets;
  preferences: Preferences;
}

/** What can be shown before any server is asked: the session as the cookies tell it, and what was known last. */
export async function storedState(): Promise<PopupState> {
  const [tokens, preferences, folders, saveTargets, stored] = await Promise.all([
    readTokens(),
    readPreferences(),
    storedFolders(),
    storedSaveTargets(),
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
      preferences,
    };
  const account = (stored["account"] as Account | undefined) ?? null;
  const recentIn = recentLocationOf(saveTargets.targets.capture ?? null);
  const known = stored["recent"] as { of: string; items: RecentItem[] } | undefined;
  // Of another place than captures go to now nothing is shown.
  const recent = known?.of === (recentIn?.key ?? "") ? known.items : null;
  return { session: "signed-in", isReachable: true, account, recent, recentIn, folders, saveTargets, preferences };
}

/** Asks for the newest of what lies where captures go, and keeps it for the next opening. */
export async function refreshRecent(): Promise<void> {
  const location = recentLocationOf(await readTarget("capture"));
  const { items } = await api.call(listItems, recentQuery(location, RECENT_COUNT)).catch((error: unknown) => {
    // Closed in this very moment: the next look at the places lets go of it.
    if (location && isApiError(error, "not-found", "validation-failed")) return { items: [] };
    throw error;
  });
  await chrome.storage.session.set({ recent: { of: location?.key ?? "", items } });
}

/** Asks the server for the account, its folders and its newest items, and keeps them for the next opening. */
export async function freshState(): Promise<PopupState> {
  const stored = await storedState();
  if (stored.session === "signed-out") return stored;
  try {
    // A place that is closed by now is let go of before anybody asks what is in it.
    await Promise.all([refreshAccount(), refreshFolders(), refreshSaveTargets().then(refreshRecent)]);
    return await storedState();
  } catch (error) {
    if (isApiError(error, "unauthenticated"))
      return { ...stored, session: "signed-out", account: null, recent: null, recentIn: null, folders: null };
    return { ...stored, isReachable: false };
  }
}

/** The link of an item; made now when it has none yet. */
export async function linkOf(item: RecentItem): Promise<string> {
  if (item.shareUrl) return item.shareUrl;
  const share = await api.call(getShare, { params: { workspaceId: item.workspaceId, itemId: item.id } });
  return share.shareUrl;
}

/** Which half of the popup was used last. */
export type PopupTab = "capture" | "record";

/** The half that was used last: whoever records does not capture, as a rule. */
export async function storedTab(): Promise<PopupTab> {
  return (await chrome.storage.local.get("popupTab"))["popupTab"] === "record" ? "record" : "capture";
}

/** Keeps it for the next opening. */
export const storeTab = (popupTab: PopupTab): Promise<void> => chrome.storage.local.set({ popupTab });

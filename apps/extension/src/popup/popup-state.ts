import { isApiError } from "@stillreel/client";
import { getShare, listItems } from "@stillreel/contract";
import { type Account, type Appearance, type RecentItem, refreshAccount, storedAppearance } from "../shared/account.ts";
import { api } from "../shared/api.ts";
import { readTokens } from "../shared/session.ts";

/** How many of the newest items the popup shows. */
const RECENT_COUNT = 3;

/** What the popup shows. `recent` is null until it is known. */
export type PopupState =
  | { kind: "signed-out" }
  | { kind: "unreachable" }
  | { kind: "ready"; account: Account | null; recent: RecentItem[] | null };

/** What can be shown before any server is asked: the session as the cookies tell it, and the last list. */
export async function storedState(): Promise<{ state: PopupState; appearance: Appearance }> {
  const [tokens, appearance, stored] = await Promise.all([
    readTokens(),
    storedAppearance(),
    chrome.storage.session.get(["account", "recent"]),
  ]);
  if (!tokens) return { state: { kind: "signed-out" }, appearance };
  const account = (stored["account"] as Account | undefined) ?? null;
  const recent = (stored["recent"] as RecentItem[] | undefined) ?? null;
  return { state: { kind: "ready", account, recent }, appearance };
}

/** Asks the server for the account and its newest items, and keeps them for the next opening. */
export async function freshState(): Promise<{ state: PopupState; appearance: Appearance | null }> {
  if (!(await readTokens())) return { state: { kind: "signed-out" }, appearance: null };
  try {
    const [{ account, appearance }, page] = await Promise.all([
      refreshAccount(),
      api.call(listItems, { params: { workspaceId: "personal" }, query: { view: "all", sort: "newest", limit: RECENT_COUNT } }),
    ]);
    await chrome.storage.session.set({ recent: page.items });
    return { state: { kind: "ready", account, recent: page.items }, appearance };
  } catch (error) {
    return { state: { kind: isApiError(error, "unauthenticated") ? "signed-out" : "unreachable" }, appearance: null };
  }
}

/** The link of an item; made now when it has none yet. */
export async function linkOf(item: RecentItem): Promise<string> {
  if (item.shareUrl) return item.shareUrl;
  const share = await api.call(getShare, { params: { workspaceId: "personal", itemId: item.id } });
  return share.shareUrl;
}

/** How many captures wait on this machine to be sent. */
export async function keptCount(): Promise<number> {
  const stored = (await chrome.storage.local.get("keptCount")) as { keptCount?: number };
  return stored.keptCount ?? 0;
}

import { ApiError } from "@stillreel/client";
import { type ClientResult, getUserData, listFolders, type listItems, updatePreferences } from "@stillreel/contract";
import { ownerNow } from "./owner.ts";
import { api } from "./api.ts";
import { type FolderChoice, folderChoices } from "../core/folder-choices.ts";
import { changePreferences, storePreferences, type Preferences, readUnsent, settleUnsent } from "./preferences.ts";

export type { FolderChoice } from "../core/folder-choices.ts";

/** An item of the recent list, as the server returns it. */
export type RecentItem = ClientResult<typeof listItems>["items"][number];

/** The account data that the extension uses. */
export interface Account {
  id: string;
  displayName: string;
  photoURL: string | null;
}

/** Preferences that change the appearance of the extension. */
export type Appearance = Pick<Preferences, "language" | "theme">;

/**
 * Sends preferences that were changed while the server was unavailable. Refused changes are dropped, because a retry would fail
 * again. Concurrent changes elsewhere cannot be detected; the last change that reaches the server wins.
 */
async function sendUnsent(marks: readonly string[]): Promise<void> {
  const patch = await readUnsent(marks);
  if (Object.keys(patch).length === 0) return;
  try {
    await api.call(updatePreferences, { body: patch });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 422 && error.status !== 400)) throw error;
  }
  await settleUnsent(marks, patch);
}

/** Requests the account, synchronises the preferences, and caches the result for the next opening. */
export async function refreshAccount(): Promise<{ account: Account; appearance: Appearance }> {
  let askedAt = Date.now();
  let user = await api.call(getUserData, {});
  const account: Account = { id: user.id, displayName: user.displayName, photoURL: user.photoURL };
  const marks = [user.id, ...((await ownerNow())?.marks ?? [])];
  if (Object.keys(await readUnsent(marks)).length > 0) {
    await sendUnsent(marks);
    askedAt = Date.now();
    user = await api.call(getUserData, {});
  }
  const [preferences] = await Promise.all([storePreferences(user.preferences, marks, askedAt), chrome.storage.session.set({ account })]);
  return { account, appearance: preferences };
}

/** Returns the cached account; null while signed out or before the first response. */
export async function knownAccount(): Promise<Account | null> {
  return ((await chrome.storage.session.get("account")) as { account?: Account }).account ?? null;
}

/** Changes preferences: locally first, in the account as soon as the server is available. */
export async function savePreferences(patch: Partial<Preferences>): Promise<void> {
  const owner = await ownerNow();
  await changePreferences(patch, owner);
  // The server was not reached: the change is sent with the next account request.
  if (owner) await sendUnsent(owner.marks).catch(() => undefined);
}

/** Requests the folders for pictures and caches them for offline use. */
export async function refreshFolders(): Promise<FolderChoice[]> {
  const { items } = await api.call(listFolders, { params: { workspaceId: "personal" }, query: { kind: "image" } });
  const folders = folderChoices(items);
  await chrome.storage.session.set({ folders });
  return folders;
}

/** Returns the cached folders; null before the first response. */
export async function storedFolders(): Promise<FolderChoice[] | null> {
  return ((await chrome.storage.session.get("folders")) as { folders?: FolderChoice[] }).folders ?? null;
}

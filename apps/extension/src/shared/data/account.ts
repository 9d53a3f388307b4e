import { ApiError } from "@stillreel/client";
import { type ClientResult, getUserData, listFolders, type listItems, updatePreferences } from "@stillreel/contract";
import { ownerNow } from "./owner.ts";
import { api } from "./api.ts";
import { type FolderChoice, folderChoices } from "../core/folder-choices.ts";
import { changePreferences, storePreferences, type Preferences, readUnsent, settleUnsent } from "./preferences.ts";

export type { FolderChoice } from "../core/folder-choices.ts";

/** One item of the recent list, as the server presents it. */
export type RecentItem = ClientResult<typeof listItems>["items"][number];

/** What the extension shows and follows of the signed-in account. */
export interface Account {
  id: string;
  displayName: string;
  photoURL: string | null;
}

/** Preferences that change how the extension looks. */
export type Appearance = Pick<Preferences, "language" | "theme">;

/**
 * Sends what was changed here while the server was away. What the server refuses is let go of: it would refuse it again.
 * Nobody knows when the same preference was changed elsewhere meanwhile; the change that reaches the server last stays.
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

/** Asks the server who is signed in, brings the preferences on both sides to one state, and keeps it for the next opening. */
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

/** The account as last seen; null while signed out, and until the server has told. */
export async function knownAccount(): Promise<Account | null> {
  return ((await chrome.storage.session.get("account")) as { account?: Account }).account ?? null;
}

/** Changes some preferences: on this machine at once, in the account as soon as the server can be reached. */
export async function savePreferences(patch: Partial<Preferences>): Promise<void> {
  const owner = await ownerNow();
  await changePreferences(patch, owner);
  // Not reached now: they are sent with the next look at the account.
  if (owner) await sendUnsent(owner.marks).catch(() => undefined);
}

/** Asks for the folders that pictures can go to, and keeps them for when the server is away. */
export async function refreshFolders(): Promise<FolderChoice[]> {
  const { items } = await api.call(listFolders, { params: { workspaceId: "personal" }, query: { kind: "image" } });
  const folders = folderChoices(items);
  await chrome.storage.session.set({ folders });
  return folders;
}

/** The folders as last seen; null before they were ever asked for. */
export async function storedFolders(): Promise<FolderChoice[] | null> {
  return ((await chrome.storage.session.get("folders")) as { folders?: FolderChoice[] }).folders ?? null;
}

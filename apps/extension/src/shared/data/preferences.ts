import { type ClientResult, DEFAULT_PREFERENCES, type getPreferences } from "@stillreel/contract";
import type { Owner } from "./owner.ts";

/** The account's preferences. */
export type Preferences = ClientResult<typeof getPreferences>;

/** Changes that the server has not received, with their owner mark: account, or session until the account is known. */
interface Unsent {
  owner: string;
  patch: Partial<Preferences>;
}

const STORAGE_KEY = "preferences";
const UNSENT = "preferencesUnsent";
/** Storage key of the local change time of each preference, in milliseconds since 1970. */
const CHANGED = "preferencesChangedAt";

async function changedSince(askedAt: number): Promise<Partial<Preferences>> {
  const times = ((await chrome.storage.local.get(CHANGED))[CHANGED] ?? {}) as Partial<Record<keyof Preferences, number>>;
  const stored = await readPreferences();
  return Object.fromEntries(Object.entries(stored).filter(([name]) => (times[name as keyof Preferences] ?? 0) >= askedAt));
}

/** Returns the locally stored preferences, which survive restarts and work signed out. */
export async function readPreferences(): Promise<Preferences> {
  const stored = (await chrome.storage.local.get(STORAGE_KEY))[STORAGE_KEY] as Partial<Preferences> | undefined;
  return { ...DEFAULT_PREFERENCES, ...stored };
}

/**
 * Stores the server's preferences. Unsent changes and changes since the request take precedence.
 * @param marks every owner mark that this user's unsent changes can have
 * @param askedAt time of the request, in milliseconds since 1970
 */
export async function storePreferences(fromServer: Preferences, marks: readonly string[], askedAt: number): Promise<Preferences> {
  const stored = { ...fromServer, ...(await readUnsent(marks)), ...(await changedSince(askedAt)) };
  await chrome.storage.local.set({ [STORAGE_KEY]: stored });
  return stored;
}

/**
 * Changes preferences on this machine immediately.
 * @param owner owner of the change, which is sent to the server; null while signed out: the change stays local
 */
export async function changePreferences(patch: Partial<Preferences>, owner: Owner | null): Promise<void> {
  const times = ((await chrome.storage.local.get(CHANGED))[CHANGED] ?? {}) as object;
  const now = Object.fromEntries(Object.keys(patch).map((name) => [name, Date.now()]));
  await chrome.storage.local.set({ [STORAGE_KEY]: { ...(await readPreferences()), ...patch }, [CHANGED]: { ...times, ...now } });
  if (owner === null) return;
  const unsent: Unsent = { owner: owner.mark, patch: { ...(await readUnsent(owner.marks)), ...patch } };
  await chrome.storage.local.set({ [UNSENT]: unsent });
}

/** Returns this user's unsent changes. Changes of other users are discarded. */
export async function readUnsent(marks: readonly string[]): Promise<Partial<Preferences>> {
  const unsent = (await chrome.storage.local.get(UNSENT))[UNSENT] as Unsent | undefined;
  return unsent && marks.includes(unsent.owner) ? unsent.patch : {};
}

/** Removes changes that the server has accepted, except those that changed again during the request. */
export async function settleUnsent(marks: readonly string[], sent: Partial<Preferences>): Promise<void> {
  const unsent = (await chrome.storage.local.get(UNSENT))[UNSENT] as Unsent | undefined;
  if (!unsent || !marks.includes(unsent.owner)) return;
  const rest = Object.entries(unsent.patch).filter(([name, value]) => sent[name as keyof Preferences] !== value);
  if (rest.length === 0) await chrome.storage.local.remove(UNSENT);
  else await chrome.storage.local.set({ [UNSENT]: { owner: unsent.owner, patch: Object.fromEntries(rest) } satisfies Unsent });
}

import { type ClientResult, DEFAULT_PREFERENCES, type getPreferences } from "@stillreel/contract";
import type { Owner } from "./owner.ts";

/** What a person prefers, as the account keeps it. */
export type Preferences = ClientResult<typeof getPreferences>;

/** Changes that the server has not heard of yet, and whose they are: by account, or by session until the account is known. */
interface Unsent {
  owner: string;
  patch: Partial<Preferences>;
}

const STORAGE_KEY = "preferences";
const UNSENT = "preferencesUnsent";
/** When each preference was changed here last, in milliseconds since 1970. */
const CHANGED = "preferencesChangedAt";

async function changedSince(askedAt: number): Promise<Partial<Preferences>> {
  const times = ((await chrome.storage.local.get(CHANGED))[CHANGED] ?? {}) as Partial<Record<keyof Preferences, number>>;
  const stored = await readPreferences();
  return Object.fromEntries(Object.entries(stored).filter(([name]) => (times[name as keyof Preferences] ?? 0) >= askedAt));
}

/** The preferences as this machine knows them; they survive restarts, and work signed out. */
export async function readPreferences(): Promise<Preferences> {
  const stored = (await chrome.storage.local.get(STORAGE_KEY))[STORAGE_KEY] as Partial<Preferences> | undefined;
  return { ...DEFAULT_PREFERENCES, ...stored };
}

/**
 * Keeps what the server said; changes that it has not heard of yet, and those made since it was asked, stay above it.
 * @param marks everything by which this person's unsent changes may be marked
 * @param askedAt when the server was asked, in milliseconds since 1970
 */
export async function storePreferences(fromServer: Preferences, marks: readonly string[], askedAt: number): Promise<Preferences> {
  const stored = { ...fromServer, ...(await readUnsent(marks)), ...(await changedSince(askedAt)) };
  await chrome.storage.local.set({ [STORAGE_KEY]: stored });
  return stored;
}

/**
 * Changes some preferences on this machine at once.
 * @param owner whose change it is, to be sent to the server; null while signed out: then it stays on this machine
 */
export async function changePreferences(patch: Partial<Preferences>, owner: Owner | null): Promise<void> {
  const times = ((await chrome.storage.local.get(CHANGED))[CHANGED] ?? {}) as object;
  const now = Object.fromEntries(Object.keys(patch).map((name) => [name, Date.now()]));
  await chrome.storage.local.set({ [STORAGE_KEY]: { ...(await readPreferences()), ...patch }, [CHANGED]: { ...times, ...now } });
  if (owner === null) return;
  const unsent: Unsent = { owner: owner.mark, patch: { ...(await readUnsent(owner.marks)), ...patch } };
  await chrome.storage.local.set({ [UNSENT]: unsent });
}

/** Changes of this person that wait to be sent; those of another are nobody's any more. */
export async function readUnsent(marks: readonly string[]): Promise<Partial<Preferences>> {
  const unsent = (await chrome.storage.local.get(UNSENT))[UNSENT] as Unsent | undefined;
  return unsent && marks.includes(unsent.owner) ? unsent.patch : {};
}

/** Lets go of changes that the server has taken, but not of what was changed again while they were on their way. */
export async function settleUnsent(marks: readonly string[], sent: Partial<Preferences>): Promise<void> {
  const unsent = (await chrome.storage.local.get(UNSENT))[UNSENT] as Unsent | undefined;
  if (!unsent || !marks.includes(unsent.owner)) return;
  const rest = Object.entries(unsent.patch).filter(([name, value]) => sent[name as keyof Preferences] !== value);
  if (rest.length === 0) await chrome.storage.local.remove(UNSENT);
  else await chrome.storage.local.set({ [UNSENT]: { owner: unsent.owner, patch: Object.fromEntries(rest) } satisfies Unsent });
}

import { type ClientResult, FULL_PAGE_LIMIT_DEFAULT, type getPreferences } from "@stillreel/contract";

/** What a person prefers, as the account keeps it. */
export type Preferences = ClientResult<typeof getPreferences>;

/** What somebody prefers who never said so, and is signed out. */
const DEFAULTS: Preferences = {
  downloadFormat: "png",
  driveShareableLinks: false,
  askWhereToSave: false,
  defaultSubfolder: "",
  stampDateAndUrl: false,
  afterCapture: "editor",
  fileNamePattern: "{title}",
  captureFolderId: null,
  keepCaptureFacts: true,
  fullPageLimit: FULL_PAGE_LIMIT_DEFAULT,
  language: null,
  theme: "system",
};

/** Changes that the server has not heard of yet, and whose they are. */
interface Unsent {
  accountId: string;
  patch: Partial<Preferences>;
}

const KEPT = "preferences";
const UNSENT = "preferencesUnsent";
/** When each preference was changed here last, in milliseconds since 1970. */
const CHANGED = "preferencesChangedAt";

async function changedSince(askedAt: number): Promise<Partial<Preferences>> {
  const times = ((await chrome.storage.local.get(CHANGED))[CHANGED] ?? {}) as Partial<Record<keyof Preferences, number>>;
  const kept = await readPreferences();
  return Object.fromEntries(Object.entries(kept).filter(([name]) => (times[name as keyof Preferences] ?? 0) >= askedAt));
}

/** The preferences as this machine knows them; they survive restarts, and work signed out. */
export async function readPreferences(): Promise<Preferences> {
  const kept = (await chrome.storage.local.get(KEPT))[KEPT] as Partial<Preferences> | undefined;
  return { ...DEFAULTS, ...kept };
}

/**
 * Keeps what the server said; changes that it has not heard of yet, and those made since it was asked, stay above it.
 * @param askedAt when the server was asked, in milliseconds since 1970
 */
export async function keepPreferences(fromServer: Preferences, accountId: string, askedAt: number): Promise<Preferences> {
  const kept = { ...fromServer, ...(await readUnsent(accountId)), ...(await changedSince(askedAt)) };
  await chrome.storage.local.set({ [KEPT]: kept });
  return kept;
}

/**
 * Changes some preferences on this machine at once.
 * @param accountId whose change it is, to be sent to the server; null while signed out: then it stays on this machine
 */
export async function changePreferences(patch: Partial<Preferences>, accountId: string | null): Promise<void> {
  const times = ((await chrome.storage.local.get(CHANGED))[CHANGED] ?? {}) as object;
  const now = Object.fromEntries(Object.keys(patch).map((name) => [name, Date.now()]));
  await chrome.storage.local.set({ [KEPT]: { ...(await readPreferences()), ...patch }, [CHANGED]: { ...times, ...now } });
  if (accountId === null) return;
  const unsent: Unsent = { accountId, patch: { ...(await readUnsent(accountId)), ...patch } };
  await chrome.storage.local.set({ [UNSENT]: unsent });
}

/** Changes of this account that wait to be sent; those of another account are nobody's any more. */
export async function readUnsent(accountId: string): Promise<Partial<Preferences>> {
  const unsent = (await chrome.storage.local.get(UNSENT))[UNSENT] as Unsent | undefined;
  return unsent?.accountId === accountId ? unsent.patch : {};
}

/** Lets go of changes that the server has taken, but not of what was changed again while they were on their way. */
export async function settleUnsent(accountId: string, sent: Partial<Preferences>): Promise<void> {
  const rest = Object.entries(await readUnsent(accountId)).filter(([name, value]) => sent[name as keyof Preferences] !== value);
  if (rest.length === 0) await chrome.storage.local.remove(UNSENT);
  else await chrome.storage.local.set({ [UNSENT]: { accountId, patch: Object.fromEntries(rest) } satisfies Unsent });
}

import { type ClientResult, getUserData, type listItems } from "@stillreel/contract";
import { api } from "./api.ts";

/** One item of the recent list, as the server presents it. */
export type RecentItem = ClientResult<typeof listItems>["items"][number];

/** What the extension shows and follows of the signed-in account. */
export interface Account {
  displayName: string;
  photoURL: string | null;
}

/** Preferences that change how the extension looks; kept in local storage, so that they survive a restart. */
export interface Appearance {
  language: string | null;
  theme: "light" | "dark" | "system";
}

/** Asks the server who is signed in, and keeps the answer and the preferences for the next opening. */
export async function refreshAccount(): Promise<{ account: Account; appearance: Appearance }> {
  const user = await api.call(getUserData, {});
  const account: Account = { displayName: user.displayName, photoURL: user.photoURL };
  await Promise.all([chrome.storage.session.set({ account }), chrome.storage.local.set({ preferences: user.preferences })]);
  return { account, appearance: { language: user.preferences.language, theme: user.preferences.theme } };
}

/** The preferences as last seen; the browser's own before the first sign-in. */
export async function storedAppearance(): Promise<Appearance> {
  const { preferences } = (await chrome.storage.local.get("preferences")) as { preferences?: Appearance };
  return { language: preferences?.language ?? null, theme: preferences?.theme ?? "system" };
}

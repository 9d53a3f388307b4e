import type { SaveProvider } from "./saves.queries.ts";

/** Entry of the local storage with the id of the folder that was last used. */
const entryOf = (provider: SaveProvider): string => `stillreel.save-folder.${provider}`;

/** Returns the id of the folder that was last used on this device; null without one. */
export const lastFolder = (provider: SaveProvider): string | null => localStorage.getItem(entryOf(provider));

/** Notes the folder of a save. */
export function noteFolder(provider: SaveProvider, folderId: string | null): void {
  if (folderId === null) localStorage.removeItem(entryOf(provider));
  else localStorage.setItem(entryOf(provider), folderId);
}

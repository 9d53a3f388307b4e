import { queryClient } from "../../platform/api.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

const KEY = "stillreel-recent-searches";
const SEARCHES_MAX = 5;

const userId = (): string | undefined => queryClient.getQueryData(userQuery.queryKey)?.id;

/** What this person looked for lately on this device, newest first. Nobody else who signs in here sees it. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const { owner, texts } = (stored ?? {}) as { owner?: unknown; texts?: unknown };
    if (owner !== userId() || !Array.isArray(texts)) return [];
    return texts.filter((text) => typeof text === "string").slice(0, SEARCHES_MAX);
  } catch {
    // Something else wrote there, or storage is off: nothing is remembered.
    return [];
  }
}

/** Remembers a search that led somewhere, instead of those of whoever was here before. */
export function rememberSearch(typed: string): void {
  const text = typed.trim();
  const owner = userId();
  if (text === "" || owner === undefined) return;
  const texts = [text, ...recentSearches().filter((known) => known.toLowerCase() !== text.toLowerCase())].slice(0, SEARCHES_MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, texts }));
  } catch {
    // Storage is off: the search works without a memory.
  }
}

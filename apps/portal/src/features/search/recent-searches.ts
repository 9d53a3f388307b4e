import { queryClient } from "../../platform/api.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

const KEY = "stillreel-recent-searches";
const SEARCHES_MAX = 5;

const userId = (): string | undefined => queryClient.getQueryData(userQuery.queryKey)?.id;

/** Returns this user's recent searches on this device, newest first. Other users do not see them. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const { owner, texts } = (stored ?? {}) as { owner?: unknown; texts?: unknown };
    if (owner !== userId() || !Array.isArray(texts)) return [];
    return texts.filter((text) => typeof text === "string").slice(0, SEARCHES_MAX);
  } catch {
    // Invalid data or disabled storage: no recent searches.
    return [];
  }
}

/** Stores a successful search; searches of a previous user are removed. */
export function rememberSearch(typed: string): void {
  const text = typed.trim();
  const owner = userId();
  if (text === "" || owner === undefined) return;
  const texts = [text, ...recentSearches().filter((known) => known.toLowerCase() !== text.toLowerCase())].slice(0, SEARCHES_MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, texts }));
  } catch {
    // Without storage the search works without recent entries.
  }
}

/** How many captures wait on this machine to be sent. */
export async function keptCount(): Promise<number> {
  const stored = (await chrome.storage.local.get("keptCount")) as { keptCount?: number };
  return stored.keptCount ?? 0;
}

/** Returns the number of captures on this machine that wait to be sent. */
export async function waitingCount(): Promise<number> {
  const stored = (await chrome.storage.local.get("keptCount")) as { keptCount?: number };
  return stored.keptCount ?? 0;
}

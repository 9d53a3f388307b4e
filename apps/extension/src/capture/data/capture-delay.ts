/** Returns the last chosen delay of a delayed capture. */
export async function storedDelay(): Promise<number> {
  const { delaySeconds = 3 } = (await chrome.storage.local.get("delaySeconds")) as { delaySeconds?: number };
  return delaySeconds;
}

/** How long a delayed capture waits, as it was chosen last. */
export async function storedDelay(): Promise<number> {
  const { delaySeconds = 3 } = (await chrome.storage.local.get("delaySeconds")) as { delaySeconds?: number };
  return delaySeconds;
}

const [YELLOW, INK, RED, WHITE] = ["#FFC42E", "#17161C", "#C0281C", "#FFFFFF"];

async function paint(text: string, back: string, front: string): Promise<void> {
  await Promise.all([
    chrome.action.setBadgeText({ text }),
    chrome.action.setBadgeBackgroundColor({ color: back }),
    chrome.action.setBadgeTextColor({ color: front }),
  ]);
}

/** What goes on, in at most four characters. */
export const badgeRun = (text: string): Promise<void> => paint(text, YELLOW, INK);

/** Something went wrong that the popup tells. */
export const badgeTrouble = (): Promise<void> => paint("!", RED, WHITE);

/** Nothing goes on: the number of captures that wait for the server, if any. */
export async function badgeRest(): Promise<void> {
  const [{ keptCount = 0 }, { run, notice }] = await Promise.all([
    chrome.storage.local.get("keptCount") as Promise<{ keptCount?: number }>,
    chrome.storage.session.get(["run", "notice"]) as Promise<{ run?: unknown; notice?: unknown }>,
  ]);
  if (run) return;
  if (notice) return badgeTrouble();
  await paint(keptCount > 0 ? String(keptCount) : "", INK, WHITE);
}

const [YELLOW, INK, RED, WHITE] = ["#FFC42E", "#17161C", "#C0281C", "#FFFFFF"];

async function paint(text: string, back: string, front: string): Promise<void> {
  await Promise.all([
    chrome.action.setBadgeText({ text }),
    chrome.action.setBadgeBackgroundColor({ color: back }),
    chrome.action.setBadgeTextColor({ color: front }),
  ]);
}

/** Shows the progress of a capture on the badge, in at most four characters. */
export const badgeRun = (text: string): Promise<void> => paint(text, YELLOW, INK);

/** Shows the recorded time, or a pause mark, on the badge. */
export const badgeRecording = (text: string): Promise<void> => paint(text, RED, WHITE);

/** Shows that an error occurred; the popup explains it. */
export const badgeTrouble = (): Promise<void> => paint("!", RED, WHITE);

interface Resting {
  run?: unknown;
  notice?: unknown;
  recordNotice?: unknown;
  recording?: unknown;
}

/** Shows the idle badge: the number of captures that wait for the server, or a mark for an interrupted recording. */
export async function badgeRest(): Promise<void> {
  const [{ keptCount = 0, cutOffCount = 0 }, { run, notice, recordNotice, recording }] = await Promise.all([
    chrome.storage.local.get(["keptCount", "cutOffCount"]) as Promise<{ keptCount?: number; cutOffCount?: number }>,
    chrome.storage.session.get(["run", "notice", "recordNotice", "recording"]) as Promise<Resting>,
  ]);
  if (run || recording) return;
  if (notice || recordNotice || cutOffCount > 0) return badgeTrouble();
  await paint(keptCount > 0 ? String(keptCount) : "", INK, WHITE);
}

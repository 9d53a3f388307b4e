import type { StoredCapture } from "../core/stored-capture.ts";
import { readPreferences } from "../../shared/data/preferences.ts";
import { withOffscreenPage } from "../../shared/background/offscreen-page.ts";
import { startDownload } from "../../shared/data/downloads.ts";
import { withEnding } from "../../shared/data/file-name.ts";
import { send } from "../core/messages.ts";
import { ENDINGS } from "../core/file-format.ts";

/** Time that the page stays open for an unfinished download, in milliseconds. */
const WAIT_MAX_MS = 20_000;

/** Copies a stored picture to the clipboard without a focused extension page. */
export async function copyPictureOffscreen(captureId: string): Promise<void> {
  await withOffscreenPage(() => send("picture.copy", { captureId }));
}

/** Waits until a download has ended or the time limit has passed. */
async function ended(downloadId: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      chrome.downloads.onChanged.removeListener(follow);
      resolve();
    };
    const follow = ({ id, state }: chrome.downloads.DownloadDelta): void => {
      if (id === downloadId && state && state.current !== "in_progress") stop();
    };
    const timer = setTimeout(stop, WAIT_MAX_MS);
    chrome.downloads.onChanged.addListener(follow);
    void chrome.downloads.search({ id: downloadId }).then(([found]) => {
      if (found && found.state !== "in_progress") stop();
    });
  });
}

/** Saves a stored picture as a file in the preferred format. Returns the file's name. */
export async function downloadOffscreen(capture: StoredCapture): Promise<string> {
  const { downloadFormat } = await readPreferences();
  const fileName = withEnding(capture.fileName, ENDINGS[downloadFormat]);
  await withOffscreenPage(async () => {
    const url = await send("picture.file", { captureId: capture.id, format: downloadFormat });
    await ended(await startDownload(url, fileName));
  });
  return fileName;
}

import { downloadPath } from "./file-name.ts";
import { readPreferences } from "./preferences.ts";

/**
 * Passes a file to the browser's downloads: in the preferred subfolder, with a save dialog if the preference says so, and
 * with a number when the name already exists.
 */
export async function startDownload(url: string, fileName: string): Promise<number> {
  const { askWhereToSave, defaultSubfolder } = await readPreferences();
  return chrome.downloads.download({
    url,
    filename: downloadPath(defaultSubfolder, fileName),
    saveAs: askWhereToSave,
    conflictAction: "uniquify",
  });
}

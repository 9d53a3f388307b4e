import { downloadPath } from "./file-name.ts";
import { readPreferences } from "./preferences.ts";

/**
 * Hands a file to the browser's downloads: in the subfolder of the preferences, asking where to save if they say so,
 * with a number behind its name when there is one of that name.
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

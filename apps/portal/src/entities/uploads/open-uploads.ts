import { openFilePicker } from "./file-picker.ts";
import { uploadTarget } from "./upload-target.ts";

/** Uploads are not needed for the first paint: their code is loaded after it. */
const load = () => import("./page-uploads.ts");

/** Opens the file picker and uploads the chosen files into the open folder. */
export const pickFiles = (): void => pick(false);

/** The same for a whole folder with its subfolders. */
export const pickFolder = (): void => pick(true);

function pick(isFolder: boolean): void {
  const add = (files: readonly File[]): void => void load().then(({ addChosen }) => addChosen(files));
  // The toast about a read-only folder needs the same code.
  if (uploadTarget()?.isReadOnly) add([]);
  else openFilePicker(isFolder, add);
}

/**
 * Uploads a zip for import; its progress appears in the upload tray. Resolves to the import's id when the upload is complete, or to
 * null when it was refused or cancelled.
 */
export async function importArchive(file: File): Promise<string | null> {
  return (await load()).importArchive(file);
}

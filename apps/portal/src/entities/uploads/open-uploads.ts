/** Uploads are not needed for the first paint: their code is loaded after it. */
const load = () => import("./page-uploads.ts");

/** Opens the file picker and uploads the chosen files into the open folder. */
export function pickFiles(): void {
  void load().then(({ choose }) => choose({ isFolder: false }));
}

/** The same for a whole folder with its subfolders. */
export function pickFolder(): void {
  void load().then(({ choose }) => choose({ isFolder: true }));
}

/**
 * Uploads a zip for import; its progress appears in the upload tray. Resolves to the import's id when the upload is complete, or to
 * null when it was refused or cancelled.
 */
export async function importArchive(file: File): Promise<string | null> {
  return (await load()).importArchive(file);
}

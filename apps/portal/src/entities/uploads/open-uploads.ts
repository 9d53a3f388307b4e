/** Uploads are not needed for the first paint: their code comes right after it. */
const load = () => import("./page-uploads.ts");

/** Opens the file picker and uploads what is chosen into the folder on the screen. */
export function pickFiles(): void {
  void load().then(({ choose }) => choose({ isFolder: false }));
}

/** The same for a whole folder, with the folders inside it. */
export function pickFolder(): void {
  void load().then(({ choose }) => choose({ isFolder: true }));
}

/**
 * Uploads a zip to be imported; its progress shows in the tray. Resolves to the import's id once all of it arrived, or to
 * null when it was refused or cancelled.
 */
export async function importArchive(file: File): Promise<string | null> {
  return (await load()).importArchive(file);
}

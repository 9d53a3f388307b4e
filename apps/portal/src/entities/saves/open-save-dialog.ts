import { openDialog } from "../../platform/dialogs.ts";
import type { ItemView } from "../items/item-list.ts";
import { type SaveSubject, subjectsOf } from "./save-subject.ts";
import type { SaveProvider } from "./saves.queries.ts";

/** Input of the dialog that survives the visit of a consent page. */
export interface SaveDraft {
  subjects: SaveSubject[];
  provider: SaveProvider | null;
  name: string | null;
  format: string | null;
  shareable: boolean | null;
}

/** Entry of the session storage with the dialog that a consent page interrupts. */
const ENTRY = "stillreel.save-dialog";

/** Opens the dialog that saves items to a connected account. */
export function openSaveDialog(items: readonly ItemView[], provider: SaveProvider | null = null): void {
  openDialog("save-to", { draft: { subjects: subjectsOf(items), provider, name: null, format: null, shareable: null } });
}

/** Stores the dialog before the page is left for a consent page. */
export const storeDraft = (draft: SaveDraft): void => sessionStorage.setItem(ENTRY, JSON.stringify(draft));

/** Opens the stored dialog again, once. */
export function reopenDraft(): void {
  const stored = sessionStorage.getItem(ENTRY);
  if (stored === null) return;
  sessionStorage.removeItem(ENTRY);
  openDialog("save-to", { draft: JSON.parse(stored) as SaveDraft });
}

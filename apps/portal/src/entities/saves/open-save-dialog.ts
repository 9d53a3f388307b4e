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

/**
 * Whether this page stored a dialog and is about to be left. The layer that opens stored dialogs can be mounted late: it must not open,
 * and so remove, what the next page opens.
 */
let isLeaving = false;

/** Stores the dialog before the page is left for a consent page. */
export function storeDraft(draft: SaveDraft): void {
  isLeaving = true;
  sessionStorage.setItem(ENTRY, JSON.stringify(draft));
}

/** Removes the stored dialog: the page was not left, or it is shown again without the result of the consent page. */
export function dropDraft(): void {
  isLeaving = false;
  sessionStorage.removeItem(ENTRY);
}

/** Opens the stored dialog again, once, after the return from a consent page. */
export function reopenDraft(): void {
  const stored = sessionStorage.getItem(ENTRY);
  if (isLeaving || stored === null) return;
  sessionStorage.removeItem(ENTRY);
  openDialog("save-to", { draft: JSON.parse(stored) as SaveDraft });
}

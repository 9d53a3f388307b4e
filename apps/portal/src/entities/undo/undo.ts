import { toasts, type ToastOptions } from "@stillreel/ui";
import { isPreviewing } from "../spaces/preview.ts";

/** How long ⌘Z works after the change, in milliseconds: the toast's three seconds and a minute more. */
const UNDO_MS = 63_000;
/** How many changes are kept. Nobody remembers what came before. */
const UNDO_DEPTH = 20;

/** How the key is written on this machine. */
const UNDO_KEY = /mac|iphone|ipad/iu.test(globalThis.navigator?.platform ?? "") ? "⌘Z" : "Ctrl Z";

interface Undo {
  run: () => Promise<void>;
  until: number;
}

let changes: Undo[] = [];

/** Keeps a way back for ⌘Z without a toast of its own, when another message has to be read. */
export function registerUndo(run: () => Promise<void>): () => void {
  const undo = { run, until: Date.now() + UNDO_MS };
  changes = [...changes.slice(1 - UNDO_DEPTH), undo];
  return () => {
    // The toast and ⌘Z lead back only once.
    if (!changes.includes(undo)) return;
    changes = changes.filter((known) => known !== undo);
    void undo.run();
  };
}

/** Shows a toast with a way back, and keeps that way open for ⌘Z. */
export function offerUndo(text: string, label: string, run: () => Promise<void>, options: Pick<ToastOptions, "icon"> = {}): void {
  toasts.show(text, { ...options, action: { label, keyHint: UNDO_KEY, run: registerUndo(run) } });
}

/**
 * Undoes the newest change if it is young enough; false when there is none, or nothing is to be changed as another's view is shown.
 * Called again it goes one change further back.
 */
export function undoLast(): boolean {
  if (isPreviewing()) return false;
  const undo = changes.pop();
  if (!undo || Date.now() > undo.until) {
    changes = [];
    return false;
  }
  toasts.dismiss();
  void undo.run();
  return true;
}

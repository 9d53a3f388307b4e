import { toasts, type ToastOptions } from "@stillreel/ui";
import { isPreviewing } from "../spaces/preview.ts";

/** Time after a change during which ⌘Z works, in milliseconds: the toast's three seconds plus one minute. */
const UNDO_MS = 63_000;
/** Maximum number of stored undo steps. */
const UNDO_DEPTH = 20;

/** Label of the undo shortcut on this platform. */
const UNDO_KEY = /mac|iphone|ipad/iu.test(globalThis.navigator?.platform ?? "") ? "⌘Z" : "Ctrl Z";

interface Undo {
  run: () => Promise<void>;
  until: number;
}

let changes: Undo[] = [];

/** Registers an undo step for ⌘Z without a toast, when another message must be displayed. */
export function registerUndo(run: () => Promise<void>): () => void {
  const undo = { run, until: Date.now() + UNDO_MS };
  changes = [...changes.slice(1 - UNDO_DEPTH), undo];
  return () => {
    // Toast and ⌘Z share one undo step.
    if (!changes.includes(undo)) return;
    changes = changes.filter((known) => known !== undo);
    void undo.run();
  };
}

/** Shows a toast with undo and registers the step for ⌘Z. */
export function offerUndo(text: string, label: string, run: () => Promise<void>, options: Pick<ToastOptions, "icon"> = {}): void {
  toasts.show(text, { ...options, action: { label, keyHint: UNDO_KEY, run: registerUndo(run) } });
}

/**
 * Undoes the newest change if it is recent enough; returns false when there is none or during a member preview. Repeated calls
 * undo older changes.
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

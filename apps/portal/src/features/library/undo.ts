import { toasts } from "@stillreel/ui";

/** How long ⌘Z works after the change, in milliseconds: well beyond the toast. */
const UNDO_MS = 60_000;

let last: { run: () => Promise<void>; until: number } | null = null;

/** Shows a toast with a way back, and keeps that way open for ⌘Z. The newest change is the one that can be undone. */
export function offerUndo(text: string, label: string, run: () => Promise<void>): void {
  const undo = { run, until: Date.now() + UNDO_MS };
  last = undo;
  toasts.show(text, {
    action: {
      label,
      run: () => {
        if (last === undo) void undoLast();
        else void run();
      },
    },
  });
}

/** Undoes the last change if it is young enough; false when there is none. */
export function undoLast(): boolean {
  const undo = last;
  last = null;
  if (!undo || Date.now() > undo.until) return false;
  toasts.dismiss();
  void undo.run();
  return true;
}

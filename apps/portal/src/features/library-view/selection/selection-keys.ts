import { isTyping } from "../../../ui/is-typing.ts";
import { cardAt } from "./touch-gestures.ts";
import { selection } from "./selection-store.ts";

/** Commands for the selection shortcuts. */
export interface SelectionKeys {
  /** Runs the command of a key on the selection; returns false when there is none. */
  runKey: (key: string) => boolean;
}

/** Selection shortcuts (DESIGN §6.1): `X`, ⌘A, Esc, Shift with arrows; and letter keys for commands. Disabled while typing. */
export function listenForKeys({ runKey }: SelectionKeys, signal: AbortSignal): void {
  /** The card from which Shift and an arrow key move, until the focus has reached the next card. */
  let stretchedFrom: string | null = null;

  const handle = (event: KeyboardEvent): boolean => {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key === "a" && isCommand && !event.shiftKey && !event.altKey) {
      if (!selection.shown()?.items.length) return false;
      selection.dispatch({ type: "all" });
      return true;
    }
    if (event.altKey || (isCommand && !(event.metaKey && key === "Backspace"))) return false;
    if (key === "x" && !event.shiftKey) {
      const id = cardAt(document.activeElement);
      if (id !== null) selection.dispatch({ type: "toggle", id });
      return id !== null;
    }
    if (selection.count() === 0 || event.shiftKey) return false;
    if (key === "Escape") {
      selection.dispatch({ type: "clear" });
      return true;
    }
    return runKey(key === "Delete" ? "Backspace" : key);
  };
  document.addEventListener(
    "keydown",
    (event) => {
      stretchedFrom = null;
      if (event.defaultPrevented || event.isComposing || isTyping(event.target) || !selection.shown()) return;
      if (handle(event)) {
        event.preventDefault();
        event.stopPropagation();
      } else if (event.shiftKey && event.key.startsWith("Arrow")) stretchedFrom = cardAt(event.target);
    },
    { capture: true, signal },
  );
  document.addEventListener(
    "focusin",
    (event) => {
      const id = cardAt(event.target);
      if (stretchedFrom === null || id === null || id === stretchedFrom) return;
      selection.dispatch({ type: "extend", id, order: selection.order(), from: stretchedFrom });
      stretchedFrom = null;
    },
    { signal },
  );
}

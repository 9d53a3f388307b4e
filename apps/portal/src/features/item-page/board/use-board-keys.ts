import { useEffect, useRef } from "react";
import { openDialog } from "../../../platform/dialogs.ts";
import { isTyping } from "../../../ui/is-typing.ts";
import { chooseTool } from "./stage-actions.ts";
import type { Stage } from "./stage-store.ts";

/** Whether a key belongs to a video that plays on the board. */
export const isInPlayer = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-player-root]") !== null;

interface Options {
  stage: Stage | null;
  canEdit: boolean;
  onItem: () => void;
}

/** Keys of the page: `N` makes a note, `I` opens the picker of items, `?` shows the shortcuts. The canvas itself handles the others. */
export function useBoardKeys(options: Options): void {
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    const run = (event: KeyboardEvent): void => {
      const { stage, canEdit, onItem } = latest.current;
      if (!stage || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "?") openDialog("shortcuts", {});
      else if (key === "n" && canEdit) chooseTool(stage, "note");
      else if (key === "i" && canEdit) onItem();
      else return;
      event.preventDefault();
    };
    // The canvas withholds keys of the page from the drawing program, and passes them on.
    const onPassed = (event: Event): void => run((event as CustomEvent<KeyboardEvent>).detail);
    const onKey = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented && !isTyping(event.target) && !isInPlayer(event.target)) run(event);
    };
    document.addEventListener("board-key", onPassed);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("board-key", onPassed);
      document.removeEventListener("keydown", onKey);
    };
  }, []);
}

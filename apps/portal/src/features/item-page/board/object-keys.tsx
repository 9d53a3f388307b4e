import { outlineOf, type BoardClient } from "@stillreel/board/core";
import { VisuallyHidden } from "@stillreel/ui";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { BoardItem } from "../../../entities/boards/boards.queries.ts";
import { showElement } from "./stage-actions.ts";
import type { Stage } from "./stage-store.ts";
import { useObjectName } from "./use-object-name.ts";

interface Props {
  stage: Stage;
  board: BoardClient;
  items: ReadonlyMap<string, BoardItem>;
}

const isText = (target: EventTarget | null): boolean => target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

/**
 * Tab and Shift+Tab select the next and the previous object in reading order, and its name is announced. The canvas edits the selected one on
 * Enter. Behind the last object, before the first one, and after Escape, the focus moves on as usual, so that the canvas is no trap.
 */
export function ObjectKeys({ stage, board, items }: Props): ReactNode {
  const nameOf = useObjectName(items);
  const [announced, setAnnounced] = useState("");
  const hasEscaped = useRef(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isText(event.target)) return;
      if (event.key !== "Tab") {
        hasEscaped.current = event.key === "Escape";
        return;
      }
      // The drawing program has no use for the key that people need.
      event.stopPropagation();
      if (event.ctrlKey || event.metaKey || event.altKey || hasEscaped.current) return;
      const entries = outlineOf(board.elements());
      const { selected } = stage.getState();
      const at = entries.findIndex(({ id }) => selected.includes(id));
      if (at === -1 && event.shiftKey) return;
      const next = entries[at + (event.shiftKey ? -1 : 1)];
      if (!next) return;
      event.preventDefault();
      showElement(stage, next.id);
      setAnnounced(nameOf(next));
    };
    const { root } = stage;
    root.addEventListener("keydown", onKey, { capture: true });
    return () => root.removeEventListener("keydown", onKey, { capture: true });
  }, [stage, board, nameOf]);
  return (
    <VisuallyHidden>
      <span role="status">{announced}</span>
    </VisuallyHidden>
  );
}

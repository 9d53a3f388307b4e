import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { isTyping } from "../../ui/is-typing.ts";
import { copyLink } from "../../entities/items/item-links.ts";
import { starWithUndo } from "../../entities/items/item-actions.ts";
import { theseItems } from "../../entities/items/item-changes.ts";
import { undoLast } from "../../entities/undo/undo.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { annotatePath } from "../../entities/spaces/addresses.ts";
import { pickFiles } from "../../entities/uploads/open-uploads.ts";
import { canAnnotate } from "./draft-bar.tsx";
import { useItemPreview } from "./item-preview.ts";
import type { Neighbours } from "./use-neighbours.ts";
import { openDialog } from "../../platform/dialogs.ts";

/**
 * Keys of an item's page beside those of picture and player: `L` copies the link, `S` stars, `M` moves, `U` uploads, `⌘Z`
 * undoes; on a picture `E` draws over it, and where it does not scroll, arrows lead to its neighbours.
 */
export function useItemKeys(item: ItemView, neighbours: Neighbours): void {
  const navigate = useNavigate();
  const isPreview = useItemPreview() !== null;
  useEffect(() => {
    const annotate = (): void => void navigate({ to: annotatePath(item) });
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.shiftKey || isTyping(event.target)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand ? event.key.toLowerCase() === "z" && undoLast() : runKey(event, item, { neighbours, annotate, isPreview }))
        event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [item, neighbours, navigate, isPreview]);
}

interface KeyContext {
  neighbours: Neighbours;
  annotate: () => void;
  isPreview: boolean;
}

/** True when the key meant something here. */
function runKey(event: KeyboardEvent, item: ItemView, { neighbours, annotate, isPreview }: KeyContext): boolean {
  const canChange = item.permission.write && !item.trash;
  const canStar = !item.trash && !isPreview;
  switch (event.key.toLowerCase()) {
    case "l":
      if (canChange) void copyLink(item);
      return canChange;
    case "e":
      if (canAnnotate(item)) annotate();
      return canAnnotate(item);
    case "s":
      if (canStar) void starWithUndo(theseItems([item]), !item.favorite);
      return canStar;
    case "m":
      // On a video `M` is the player's: it mutes.
      if (canChange && item.type === "image") openDialog("move-to-folder", { subject: { items: [item] } });
      return canChange && item.type === "image";
    case "u":
      pickFiles();
      return true;
    case "arrowleft":
    case "arrowright":
      return item.type === "image" && page(event, neighbours);
    default:
      return false;
  }
}

/** Goes to a neighbour; mirrored where the text is. Arrows that scroll a picture or move in tabs are left alone. */
function page(event: KeyboardEvent, { previous, next, open }: Neighbours): boolean {
  const port = event.target instanceof Element ? event.target.closest("[role=tab], [role=group]") : null;
  if (port && (port.getAttribute("role") === "tab" || port.scrollWidth > port.clientWidth)) return false;
  const isForward = (event.key === "ArrowRight") === (document.documentElement.dir !== "rtl");
  const neighbour = isForward ? next : previous;
  if (neighbour) open(neighbour);
  return neighbour !== undefined;
}

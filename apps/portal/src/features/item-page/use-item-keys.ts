import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { isTyping } from "../../ui/is-typing.ts";
import { copyLink } from "../../entities/items/item-links.ts";
import { starWithUndo } from "../../entities/items/item-actions.ts";
import { canEditVideo } from "../../entities/items/item-commands.ts";
import { theseItems } from "../../entities/items/item-changes.ts";
import { undoLast } from "../../entities/undo/undo.ts";
import type { ItemView } from "../../entities/items/item-list.ts";
import { annotatePath, videoEditPath } from "../../entities/spaces/addresses.ts";
import { pickFiles } from "../../entities/uploads/open-uploads.ts";
import { canAnnotate } from "./draft-bar.tsx";
import { useItemPreview } from "./item-preview.ts";
import type { Neighbours } from "./use-neighbours.ts";
import { openDialog } from "../../platform/dialogs.ts";

/**
 * Shortcuts of an item page in addition to stage and player: `L` copies the link, `S` stars, `M` moves, `U` uploads, `⌘Z`
 * undoes; `E` annotates an image or edits a video, and on an image arrow keys open neighbours when nothing scrolls.
 */
export function useItemKeys(item: ItemView, neighbours: Neighbours): void {
  const navigate = useNavigate();
  const isPreview = useItemPreview() !== null;
  useEffect(() => {
    const edit = (): void => void navigate({ to: item.type === "video" ? videoEditPath(item) : annotatePath(item) });
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || event.shiftKey || isTyping(event.target)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand ? event.key.toLowerCase() === "z" && undoLast() : runKey(event, item, { neighbours, edit, isPreview }))
        event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [item, neighbours, navigate, isPreview]);
}

interface KeyContext {
  neighbours: Neighbours;
  /** Opens the editor of the item. */
  edit: () => void;
  isPreview: boolean;
}

/** Returns whether the key was handled. */
function runKey(event: KeyboardEvent, item: ItemView, { neighbours, edit, isPreview }: KeyContext): boolean {
  const canChange = item.permission.write && !item.trash;
  const canCopyLink = canChange || (!item.trash && !isPreview);
  const canStar = !item.trash && !isPreview;
  switch (event.key.toLowerCase()) {
    case "l":
      if (canCopyLink) void copyLink(item);
      return canCopyLink;
    case "e":
      if (canAnnotate(item) || (canEditVideo(item) && !isPreview)) edit();
      return canAnnotate(item) || (canEditVideo(item) && !isPreview);
    case "s":
      if (canStar) void starWithUndo(theseItems([item]), !item.favorite);
      return canStar;
    case "m":
      // On a video page `M` belongs to the player: it mutes.
      if (canChange && item.type !== "video") openDialog("move-to-folder", { subject: { items: [item] } });
      return canChange && item.type !== "video";
    case "u":
      pickFiles();
      return true;
    case "arrowleft":
    case "arrowright":
      return item.type !== "video" && page(event, neighbours);
    default:
      return false;
  }
}

/** Opens a neighbour; mirrored in right-to-left layouts. Arrow keys for scrolling and tabs are ignored. */
function page(event: KeyboardEvent, { previous, next, open }: Neighbours): boolean {
  const port = event.target instanceof Element ? event.target.closest("[role=tab], [role=group]") : null;
  if (port && (port.getAttribute("role") === "tab" || port.scrollWidth > port.clientWidth)) return false;
  const isForward = (event.key === "ArrowRight") === (document.documentElement.dir !== "rtl");
  const neighbour = isForward ? next : previous;
  if (neighbour) open(neighbour);
  return neighbour !== undefined;
}

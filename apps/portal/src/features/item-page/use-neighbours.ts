import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { itemPath } from "../../entities/spaces/addresses.ts";
import { useSpace } from "../../entities/spaces/use-space.ts";
import type { Listed, Origin } from "./item-origin.ts";

/** The previous and next item of the list from which an item was opened. */
export interface Neighbours {
  previous: Listed | undefined;
  next: Listed | undefined;
  open: (item: Listed) => void;
}

/** Finds an item's neighbours in its origin list, and opens them in its place. */
export function useNeighbours(itemId: string, origin: Origin | null): Neighbours {
  const navigate = useNavigate();
  const { asMember } = useSpace();
  const open = useCallback((item: Listed) => void navigate({ to: itemPath(item), replace: true }), [navigate]);
  return useMemo(() => {
    // The user's own list may contain items that the member cannot access.
    const items = origin && (asMember === null || asMember === origin.asMember) ? origin.listed : [];
    const at = items.findIndex((item) => item.id === itemId);
    return at < 0 ? { previous: undefined, next: undefined, open } : { previous: items[at - 1], next: items[at + 1], open };
  }, [itemId, origin, open, asMember]);
}

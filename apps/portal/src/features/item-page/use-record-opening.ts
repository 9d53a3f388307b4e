import { useEffect } from "react";
import { recordOpening } from "../../entities/items/recent-items.queries.ts";

/** Records once that the user opened the item, which makes it one of their recent items. */
export function useRecordOpening(itemId: string | undefined): void {
  useEffect(() => {
    if (itemId !== undefined) void recordOpening(itemId);
  }, [itemId]);
}

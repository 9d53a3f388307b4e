import { SAVE_TO_QUERY } from "@stillreel/contract";
import { useEffect, useRef } from "react";
import type { ItemView } from "../../entities/items/item-list.ts";
import { openSaveDialog } from "../../entities/saves/open-save-dialog.ts";
import { forgetQuery } from "./page-query.ts";

/** Opens the dialog that saves the item to the service which the address names, as the extension does after a capture. */
export function useRequestedSave(item: ItemView | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (item === undefined || item.trash || isDone.current) return;
    isDone.current = true;
    const provider = new URLSearchParams(location.search).get(SAVE_TO_QUERY);
    if (provider !== "drive" && provider !== "dropbox") return;
    forgetQuery(SAVE_TO_QUERY);
    openSaveDialog([item], provider);
  }, [item]);
}

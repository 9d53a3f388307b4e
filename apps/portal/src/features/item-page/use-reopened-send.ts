import { toasts } from "@stillreel/ui";
import { useEffect, useRef } from "react";
import type { ItemView } from "../../entities/items/item-list.ts";
import { reopenSend } from "../../entities/sends/open-send-dialog.ts";
import { errorCodeText } from "../../platform/api.ts";
import { forgetQuery } from "./page-query.ts";

/** Opens the dialog again that the visit of a consent page interrupted, and reports why nothing was connected. */
export function useReopenedSend(item: ItemView | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (item === undefined || isDone.current) return;
    isDone.current = true;
    const query = new URLSearchParams(location.search);
    const code = query.get("error");
    if (code !== null) toasts.error(errorCodeText(code));
    reopenSend(item);
    forgetQuery("error", "connected");
  }, [item]);
}

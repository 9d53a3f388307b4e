import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { ItemView } from "../../entities/items/item-list.ts";
import { useItemPreview } from "./item-preview.ts";
import { reportVisit } from "./report-visit.ts";
import { userQuery } from "../../platform/session/user.queries.ts";

/** A picture counts as viewed after this visible time, in seconds. */
const VIEW_SECONDS = 3;

/** Reports one view by a user other than the owner; the time runs while the picture is loaded and its tab visible. */
export function useReportView(item: Pick<ItemView, "id" | "owner" | "trash">, isShown: boolean): void {
  const { data: user } = useQuery(userQuery);
  const isPreview = useItemPreview() !== null;
  const isVisitor = user !== undefined && user.id !== item.owner.id && !item.trash && !isPreview;
  const { id } = item;
  useEffect(() => {
    if (!isVisitor || !isShown) return;
    let seconds = 0;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") seconds += 1;
      if (seconds < VIEW_SECONDS) return;
      clearInterval(timer);
      void reportVisit(id, { seconds, segments: [] }, false);
    }, 1_000);
    return () => clearInterval(timer);
  }, [id, isVisitor, isShown]);
}

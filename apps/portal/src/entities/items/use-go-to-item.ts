import { useNavigate, useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { ItemView } from "./item-list.ts";
import { itemPath } from "../spaces/addresses.ts";

/**
 * Returns a function that leaves an editor for the page of an item, by default the one at `own`: back in the history when possible, to avoid a
 * duplicate entry.
 */
export function useGoToItem(own: string): (item?: ItemView) => void {
  const router = useRouter();
  const navigate = useNavigate();
  // During the first render the resolved location is still the previous page.
  const [cameFrom] = useState(() => router.state.resolvedLocation?.pathname);
  return useCallback(
    (item) => {
      const address = item ? itemPath(item) : own;
      if (cameFrom === address) router.history.back();
      else void navigate({ to: address, replace: true });
    },
    [own, cameFrom, router, navigate],
  );
}

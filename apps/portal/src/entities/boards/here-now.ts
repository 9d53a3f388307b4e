import { listBoardsHere } from "@stillreel/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client, queryClient } from "../../platform/api.ts";
import { onLive } from "../../platform/live/live-events.ts";
import type { ItemView } from "../items/item-list.ts";
import { PERSONAL, spaceOf, type SpaceRef } from "../spaces/space-ref.ts";

const STALE_MS = 15_000;
/** Interval in which a shown number is read again: the end of a server is no event. */
const AGAIN_MS = 60_000;

const hereQuery = (ref: SpaceRef) =>
  queryOptions({
    queryKey: ["boards-here", ref],
    queryFn: async ({ signal }) => {
      const { boards } = await client.call(listBoardsHere, { query: ref === PERSONAL ? {} : { workspaceId: ref } }, { signal });
      return Object.fromEntries(boards.map(({ boardId, people }) => [boardId, people]));
    },
    staleTime: STALE_MS,
    refetchInterval: ({ state: { data } }) => (Object.keys(data ?? {}).length > 0 ? AGAIN_MS : false),
  });

/** Number of shown boards by their ids, whose events are followed. */
const shown = new Map<string, number>();

let stop: (() => void) | null = null;
function follow(): void {
  stop ??= onLive((event) => {
    if (event.type === "reset") void queryClient.invalidateQueries({ queryKey: ["boards-here"] });
    else if (event.type === "engagement" && shown.has(event.itemId))
      void queryClient.invalidateQueries({ queryKey: hereQuery(spaceOf(event)).queryKey });
  });
}

/** Returns the number of people that have a whiteboard open. All boards of a space are one request, which changes repeat. */
export function useHereNow(item: ItemView): number {
  const { id } = item;
  useEffect(() => {
    shown.set(id, (shown.get(id) ?? 0) + 1);
    follow();
    return () => {
      const left = (shown.get(id) ?? 1) - 1;
      if (left > 0) shown.set(id, left);
      else shown.delete(id);
      if (shown.size > 0) return;
      stop?.();
      stop = null;
    };
  }, [id]);
  const { data } = useQuery({ ...hereQuery(spaceOf(item)), select: (people) => people[id] ?? 0 });
  return data ?? 0;
}

import { useDebouncedValue } from "@mantine/hooks";
import { listItems } from "@stillreel/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { client } from "../../platform/api.ts";
import type { SpaceRef } from "../spaces/space-ref.ts";
import type { ItemView } from "./item-list.ts";
import { foundKey } from "./items.queries.ts";

/** Number of items that a dialog offers. */
const OFFERED_MAX = 100;
/** Media addresses are valid for five minutes. */
const URL_FRESH_MS = 240_000;
/** Pause in typing after which the search starts, in milliseconds. */
const TYPING_PAUSE_MS = 200;

/**
 * Returns the images and videos of a space that are ready, the newest first; with typed words, those that the search finds. Undefined
 * while they are loaded for the first time.
 * @param type only items of this type
 */
export function useFoundItems(space: SpaceRef, typed: string, type?: "image" | "video"): ItemView[] | undefined {
  const [q] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const query = { view: "all", sort: "newest", limit: OFFERED_MAX, ...(type && { type }), ...(q !== "" && { q }) } as const;
  const { data } = useQuery({
    queryKey: [...foundKey(space), type ?? null, q],
    queryFn: ({ signal }) => client.call(listItems, { params: { workspaceId: space }, query }, { signal }),
    select: ({ items }) => items.filter(({ type, stage }) => type !== "board" && stage === "ready"),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: URL_FRESH_MS,
  });
  return data;
}

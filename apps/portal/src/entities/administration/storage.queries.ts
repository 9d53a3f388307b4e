import { getStorage, previewRetention, recountStorage, type ClientResult } from "@stillreel/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";

export type StorageView = ClientResult<typeof getStorage>;
export type SpaceView = StorageView["items"][number];

/** Interval in milliseconds in which the storage is read again while it is counted. */
const COUNTING_AGAIN_MS = 2_000;

/** Storage of the installation, and every space by size. */
export const storageQuery = infiniteQueryOptions({
  queryKey: ["administration", "storage"] as const,
  queryFn: ({ pageParam, signal }) => client.call(getStorage, { query: pageParam === undefined ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.pages[0]?.isCounting ? COUNTING_AGAIN_MS : false),
});

/** Counts the storage of every space again. */
export async function countAgain(): Promise<void> {
  await client.call(recountStorage, {});
  await queryClient.invalidateQueries({ queryKey: storageQuery.queryKey });
}

/** Number and bytes of the items that a retention of some days would move to the trash. */
export const retentionPreviewQuery = (days: number) =>
  queryOptions({
    queryKey: ["administration", "retention", days] as const,
    queryFn: ({ signal }) => client.call(previewRetention, { query: { days } }, { signal }),
    staleTime: 0,
  });
